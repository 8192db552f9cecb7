import type { ErrorCode } from '../../../src/http/errors.ts'

export const developers = {
  title: 'API למפתחים',
  lead: 'כל העובדות שבאתר, כ־JSON. ציבורי, לקריאה בלבד, בלי מפתח, בלי הרשמה ובלי מגבלת קצב.',
  description: (name: string) =>
    `תיעוד ה־API הציבורי של ${name}: כתובות, דוגמאות קוד, שדות, שגיאות, מטמון וגרסאות.`,
  contents: 'בעמוד הזה',
  start: 'התחלה',
  startText: 'כל הכתובות נענות ל־`GET`, מחזירות JSON ב־UTF-8 ופתוחות לקריאה מכל מקור (CORS).',
  specification: 'המפרט המלא, OpenAPI 3.1:',
  reference: 'תיעוד אינטראקטיבי',
  licence: 'הנתונים ברישיון CC BY 4.0: מותר כל שימוש, בציון המקור ובקישור לאתר.',
  operations: 'הפעולות',
  address: 'כתובת',
  ids: 'המזהים:',
  manyIds: 'המזהים נמצאים בקטלוג.',
  fields: 'שדות התשובה',
  field: 'שדה',
  type: 'סוג',
  required: 'חובה',
  meaning: 'משמעות',
  yes: 'כן',
  no: 'לא',
  tryIt: 'נסו כאן',
  id: 'מזהה',
  send: 'שליחה',
  open: 'פתיחת התשובה',
  answer: 'התשובה',
  failed: 'השרת לא ענה. בדקו את החיבור ונסו שוב.',
  objects: 'האובייקטים',
  objectsText: 'אלה החלקים שחוזרים בתשובות. לקוח צריך להתעלם משדות שאינו מכיר: שדות חדשים עשויים להתווסף.',
  errors: 'שגיאות',
  errorsText:
    'כל שגיאה היא JSON באותו מבנה. `code` קבוע ומיועד לתוכנה, `message` מיועד לאדם, ו־`docs` מפנה לכאן.',
  code: 'קוד',
  status: 'סטטוס',
  when: 'מתי',
  whenOf: {
    bad_request: 'הכתובת שגויה, למשל קידוד אחוזים פגום.',
    not_found: 'אין דבר בכתובת, או שאין פריט במזהה הזה.',
    method_not_allowed: 'השיטה אינה `GET`, `HEAD` או `OPTIONS`. הכותרת `Allow` מפרטת מה אפשר.',
    not_acceptable: 'הבקשה אינה מקבלת אף ייצוג שיש לכתובת.',
    internal_error: 'תקלה בשרת. היא נרשמה.',
    unavailable: 'השרת עמוס או נסגר. נסו שוב אחרי הזמן שבכותרת `Retry-After`.'
  } satisfies Record<ErrorCode, string>,
  caching: 'מטמון',
  cachingItems: [
    'תשובה תקפה לחמש דקות: `Cache-Control: public, max-age=300`.',
    'לכל תשובה `ETag` חזק. שלחו אותו ב־`If-None-Match`, ואם דבר לא השתנה תקבלו `304` בלי גוף.',
    'התשובות מוגשות דחוסות ב־Brotli או ב־gzip, לפי `Accept-Encoding`.'
  ],
  versioning: 'גרסאות',
  current: 'הגרסה הנוכחית:',
  versioningItems: (months: string) => [
    'הגרסה כתובה בכתובת. תוספת של שדה או של כתובת אינה שינוי שובר, ונעשית בגרסה הקיימת.',
    `שינוי שובר יוצא בגרסה חדשה, והגרסה הקודמת ממשיכה לעבוד לפחות ${months} חודשים.`,
    'הפסקה של גרסה מוכרזת כאן, וכל תשובה של אותה גרסה נושאת `Deprecation` (מועד ההכרזה), `Sunset` (המועד האחרון, RFC 8594) ו־`Link` אל ההסבר.'
  ],
  alias: 'הכתובת בלי גרסה עונה בדיוק כמו הגרסה הזאת, אבל אין התחייבות שתישאר:',
  deprecations: 'גרסאות שהוכרז על הפסקתן',
  version: 'גרסה',
  announced: 'הוכרזה',
  ends: 'נפסקת',
  details: 'הסבר',
  noDeprecations: 'אין. שום גרסה לא עומדת להיפסק.',
  mcp: 'חיבור MCP',
  mcpText: 'אותן פעולות, וגם חיפוש, ככלים לקריאה בלבד, בלי הזדהות, ב־Streamable HTTP:',
  chatgpt:
    'ב־ChatGPT: הפעילו מצב מפתחים ב־`Settings → Apps → Advanced settings`, צרו אפליקציה, הדביקו את הכתובת ובחרו בלי הזדהות.'
}
