/** Queries by the title or the page path of the document that must come first. */
type Expectations = Record<string, string[]>

/** Hebrew queries, with prefixes, niqqud, plural and construct forms, typos and Latin words. */
export const hebrew: Expectations = {
  'כמה עולה אוטומציה?': ['כמה עולה אוטומציה?'],
  'תזכורות לפני תור': [
    ...['תזכורת לתור', 'תזכורות לִפְנֵי תּוֹר', 'תזכרות לתור', 'תזכורות WhatsApp', 'תור', '1900'],
    '1,900 ש״ח'
  ],
  'בוט בסיסי': ['בוט בסיסי', 'הבוט הבסיסי', 'בוט לוואטסאפ', 'הדרכה', '2900'],
  'בוט מקיף': ['בוט מקיף עם חשבוניות', 'מחיר בוט מקיף', 'חשבוניות'],
  'המחירים כוללים מע״מ?': ['המחירים כוללים מע"מ?', 'מע״מ'],
  'ריכוז לידים מכל הערוצים': ['לידים מפייסבוק', 'דוח לידים', 'ליד', 'לידים'],
  'בקשת ביקורות בגוגל': ['ביקורת בגוגל', 'שהביקורות בגוגל', 'יומן גוגל', 'ביקורות'],
  'קביעת תורים בוואטסאפ': ['קביעת תורים', 'יומן', 'תורים'],
  'טיפול בהזמנות מהחנות המקוונת': ['חנות מקוונת', 'חשבונית להזמנה', 'הזמנות מהחנות', 'משלוח'],
  'דוח שבועי אוטומטי': ['דו"ח שבועי', 'דוחות', 'כמה עולה דוח מפורט?', 'דוח ב-Word'],
  'אפשר לבטל באמצע?': ['אפשר לבטל?'],
  '/accessibility/': ['הצהרת נגישות'],
  'בוט עסקי': ['בוט עסקי', 'ספרו לי על בוט עסקי', 'פרטים על בוט עסקי', 'מידע נוסף על בוט עסקי'],
  'אפשר לעבוד אתכם מרחוק?': ['עבודה מרחוק', 'לעבוד מרחוק', 'עבודות'],
  'איך ומתי משלמים?': ['העברה בנקאית', 'ביט', 'מקדמה'],
  'מענה אוטומטי לשאלות נפוצות': ['מענה אוטומטי', 'מענה לשאלות', 'שאלה', 'שעות פתיחה'],
  'CRM שמתעדכן מעצמו': ['לקוחות CRM', 'ניהול לקוחות'],
  '/pricing/': ['מַחִיר', 'הצעת מחיר', 'מחירים', 'חבילה', 'מחירון', 'כמה זה?', 'כמה עולה'],
  '/contact/': [
    ...['נעמה אלדרור', 'יצירת קשר', 'אודות', 'טלפון', 'כתובת', 'איפה אתם?', 'איך מגיעים אליכם'],
    ...['איך מתקשרים', 'איזה סוג עסק אתם?', 'איך יוצרים איתך קשר?', 'מי אתם?']
  ],
  '/services/': ['שירותים', 'זול', 'מה הכי זול?', 'מה אתם עושים?']
}

export const mixed: Expectations = {
  'CRM שמתעדכן מעצמו': ['CRM', 'How much does a CRM cost?'],
  'מענה אוטומטי לשאלות נפוצות': ['Google Sheets'],
  'לאילו תוכנות אתם מתחברים?': ['monday', 'WooCommerce', 'Morning'],
  'באילו כלים אתם משתמשים?': ['Make', 'n8n'],
  '/contact/': ['WhatsApp'],
  'ריכוז לידים מכל הערוצים': ['Facebook Lead Ads', 'lead management', 'leads'],
  'תזכורות לפני תור': ['appointment reminders', 'reminder'],
  'בקשת ביקורות בגוגל': ['google reviews', 'review'],
  'טיפול בהזמנות מהחנות המקוונת': ['online store', 'store orders'],
  'דוח שבועי אוטומטי': ['weekly report', 'reports'],
  'בוט בסיסי': ['starter package'],
  '/pricing/': ['pricing', 'do prices include VAT?', 'is VAT included?'],
  '/privacy/': ['privacy policy'],
  '/developers/': ['API documentation for developers'],
  'קביעת תורים בוואטסאפ': ['booking', 'bookings'],
  'בוט עסקי': ['business bot'],
  'בוט מקיף': ['full bot']
}

export const english: Expectations = {
  'Do I need to book?': ['booking', 'bookings', 'booked', 'do I need an appointment?'],
  'Can I pay by card?': ['payment by card', 'paying by card'],
  Gold: ['price of the gold package', 'gold packages'],
  Pricing: [
    'tell me about your prices',
    'couriers',
    'VAT',
    'how much?',
    'how much does it cost?',
    'price list'
  ],
  'Puncture repair': ['£12.50', '12.50', '12,50', 'repairing punctures', 'details about punctures'],
  'Tune-up': ['45 pounds', '£45', 'how much is a tune up?', 'tuneup', 'tuneups'],
  'Wheel building': ['£60 per hour', 'per hour', 'hourly rate', 'how much do you charge per hour?'],
  'Bike fitting': ['£1,250'],
  Silver: ['99.9'],
  'Can I cancel?': ['cancellation'],
  'Is there a guarantee?': ['guaranteed', 'tell me about your guarantee', 'more info about the guarantee'],
  'Do you charge a deposit?': ['deposits', 'depsit'],
  'Contact and business details': [
    ...['phone number', 'where are you', 'address', 'staff', 'Priya', 'parking', 'where do I park?'],
    ...['how do I get there?', 'how can I reach you?', 'contact details', 'details', 'about you'],
    'tell me about yourself'
  ],
  Services: ['cheapest', 'what is the cheapest?', 'most expensive', 'what do you do?'],
  '/contact/': ['tell me everything'],
  '/developers/': ['API documentation for developers'],
  '/for-ai/': ['for AI agents']
}
