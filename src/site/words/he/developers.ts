import type { ErrorCode } from '../../../http/errors.ts'

export const developers = {
  title: 'ממשק API למפתחים',
  lead: 'כל המידע שבאתר, כ־JSON. ציבורי, לקריאה בלבד, בלי מפתח, בלי הרשמה ובלי מגבלת קצב.',
  description: (name: string) =>
    `תיעוד ה־API הציבורי של ${name}: כתובות, דוגמאות קוד, שדות, שגיאות, מטמון וגרסאות.`,
  contents: 'בעמוד הזה',
  start: 'התחלה',
  startText: 'כל הכתובות נענות ל־`GET`, מחזירות JSON ב־UTF-8 ופתוחות לקריאה מכל מקור (CORS).',
  specification: 'המפרט המלא, OpenAPI 3.1:',
  licence: 'המידע ברישיון CC BY 4.0: מותר כל שימוש, בתנאי שמציינים את המקור ומקשרים לאתר.',
  operations: 'הפעולות',
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
  open: 'פתיחת התשובה',
  answer: 'התשובה',
  failed: 'השרת לא ענה. בדקו את החיבור ונסו שוב.',
  objects: 'האובייקטים',
  objectsText: 'אלה החלקים שמהם בנויות התשובות. התעלמו משדות שאינכם מכירים: שדות חדשים עשויים להתווסף.',
  errors: 'שגיאות',
  errorsText:
    'כל שגיאה היא JSON באותו מבנה. `code` קבוע ומיועד לתוכנה, `message` מיועד לאדם, ו־`docs` מפנה לכאן.',
  code: 'קוד',
  status: 'סטטוס',
  when: 'מתי',
  whenOf: {
    bad_request: 'הכתובת שגויה, למשל קידוד אחוזים פגום.',
    not_found: 'אין דבר בכתובת הזאת, או שאין פריט עם המזהה הזה.',
    method_not_allowed: 'השיטה אינה `GET`, `HEAD` או `OPTIONS`. הכותרת `Allow` מפרטת מה אפשר.',
    not_acceptable: 'הכתובת אינה מוגשת באף אחד מהפורמטים שהבקשה מקבלת.',
    internal_error: 'תקלה בשרת. היא נרשמה.',
    unavailable: 'השרת עמוס או בתהליך כיבוי. נסו שוב אחרי הזמן שבכותרת `Retry-After`.'
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
    'הגרסה כתובה בכתובת. תוספת של שדה או של כתובת אינה שינוי ששובר תאימות, ונעשית בגרסה הקיימת.',
    `שינוי ששובר תאימות יוצא בגרסה חדשה, והגרסה הקודמת ממשיכה לעבוד לפחות ${months} חודשים.`,
    'על סיום התמיכה בגרסה מודיעים כאן, וכל תשובה של אותה גרסה נושאת `Deprecation` (מועד ההודעה), `Sunset` (המועד האחרון, RFC 8594) ו־`Link` אל ההסבר.'
  ],
  alias: 'הכתובת בלי מספר גרסה עונה בדיוק כמו הגרסה הנוכחית, אבל אין התחייבות שתישאר:',
  aliasOf: (version: string) => `הכתובת בלי מספר גרסה עונה בדיוק כמו ${version}, אבל אין התחייבות שתישאר:`,
  deprecations: 'גרסאות שהתמיכה בהן מסתיימת',
  version: 'גרסה',
  announced: 'מועד ההודעה',
  ends: 'סוף התמיכה',
  details: 'הסבר',
  noDeprecations: 'אין. כל הגרסאות נתמכות.',
  mcp: 'חיבור MCP',
  mcpText: 'אותן פעולות, וגם חיפוש, ככלים לקריאה בלבד, בלי הזדהות, ב־Streamable HTTP:',
  chatgpt:
    'ב־ChatGPT: הפעילו מצב מפתחים ב־`Settings → Apps → Advanced settings`, צרו אפליקציה, הדביקו את הכתובת ובחרו באפשרות ״ללא הזדהות״.'
}
