import { developers } from './he/developers.ts'
import { forAi } from './he/for-ai.ts'
import { legal } from './he/legal.ts'

/** Every fixed word of the site in Hebrew. What stands between backticks is code. */
export const he = {
  skip: 'דילוג לתוכן',
  nav: {
    label: 'ניווט ראשי',
    footer: 'עוד באתר',
    crumbs: 'מיקום באתר',
    home: 'דף הבית',
    services: 'שירותים',
    pricing: 'מחירים',
    faq: 'שאלות',
    about: 'מי אנחנו',
    contact: 'דברו איתנו',
    forAi: 'לסוכני AI',
    developers: 'למפתחים',
    privacy: 'פרטיות',
    accessibility: 'נגישות'
  },
  price: {
    from: 'החל מ־',
    to: 'עד',
    upTo: 'עד',
    once: 'תשלום חד־פעמי, לפני מע״מ',
    onRequest: 'לפי הצעת מחיר',
    ask: 'בקשת הצעת מחיר'
  },
  home: {
    services: 'מה אנחנו עושים',
    allServices: 'לכל השירותים',
    packages: 'חבילות',
    allPackages: 'מה כלול בכל חבילה',
    questions: 'שואלים אותנו',
    allQuestions: 'לכל השאלות',
    closing: 'מתחילים בשיחה',
    closingText: 'ספרו לנו בכמה מילים מה אתם צריכים, ונחזור אליכם.',
    description: (name: string, rest: string) => `${name}: ${rest}`
  },
  record: {
    projects_delivered: 'פרויקטים שנמסרו',
    active_clients: 'לקוחות פעילים',
    since: 'השנה שבה התחלנו'
  },
  services: {
    title: 'שירותים ומחירים התחלתיים',
    heading: 'שירותים',
    examples: 'דוגמאות ומחירים',
    categories: 'מחירים לפי תחום',
    category: 'תחום',
    focused: 'היקף ממוקד',
    full: 'הקמה מלאה',
    more: 'שירותים נוספים',
    none: 'רשימת השירותים תתפרסם כאן בקרוב.',
    description: (name: string) => `כל השירותים של ${name}, עם המחיר ההתחלתי של כל אחד מהם.`
  },
  service: {
    tools: 'הכלים שמתחברים',
    others: 'עוד שירותים',
    all: 'לכל השירותים',
    description: (service: string, name: string, price: string) =>
      `${service} אצל ${name}, החל מ־${price} לפני מע״מ. כל פרויקט מתומחר לפי היקפו.`
  },
  pricing: {
    title: 'מחירים וחבילות',
    heading: 'מחירים',
    entry: 'המחיר ההתחלתי הנמוך ביותר',
    typical: 'רוב הפרויקטים',
    max: 'פרויקטים גדולים',
    packages: 'החבילות',
    popular: 'הבחירה הנפוצה',
    includes: 'מה כלול',
    excludes: 'מה לא כלול',
    monthly: 'תחזוקה חודשית',
    services: 'מחירי השירותים',
    notes: 'טוב לדעת לפני שמשווים',
    description: (name: string) =>
      `המחירים והחבילות של ${name}: כמה זה עולה, מה כלול, מה לא כלול ואיך משלמים.`
  },
  faq: {
    title: 'שאלות ותשובות',
    heading: 'שאלות ותשובות',
    topics: 'נושאים',
    unanswered: 'לא מצאתם תשובה?',
    ask: 'שאלו אותנו',
    none: 'השאלות והתשובות יתפרסמו כאן בקרוב.',
    description: (name: string) => `תשובות של ${name} לשאלות שלקוחות שואלים לפני שמתחילים לעבוד יחד.`
  },
  about: {
    title: 'מי אנחנו',
    notCategory: 'מה אנחנו לא',
    facts: 'פרטי העסק',
    name: 'שם',
    nameEn: 'שם באנגלית',
    legalForm: 'סוג העסק',
    founder: 'מאחורי העסק',
    foundedYear: 'שנת הקמה',
    languages: 'שפות השירות',
    area: 'איפה עובדים',
    remote: 'וגם מרחוק',
    stack: 'הכלים שאנחנו עובדים איתם',
    description: (name: string) => `מי עומד מאחורי ${name}, ממתי, איפה, באילו כלים עובדים ומה לא עושים.`
  },
  contact: {
    title: 'דברו איתנו',
    lead: 'כתבו בכמה מילים במה נוכל לעזור.',
    how: 'הטופס רק מנסח הודעה. אתם שולחים אותה מהוואטסאפ או מהדוא״ל שלכם, ושום פרט לא נשמר באתר.',
    form: 'כתבו לנו',
    ways: 'אפשר גם ישירות',
    phone: 'טלפון',
    email: 'דוא״ל',
    whatsapp: 'וואטסאפ',
    address: 'כתובת',
    yourName: 'איך קוראים לכם?',
    topic: 'על מה נדבר?',
    noTopic: 'עוד לא החלטתי',
    servicesGroup: 'שירותים',
    packagesGroup: 'חבילות',
    message: 'מה תרצו שנדע?',
    preview: 'כך תיראה ההודעה',
    sendWhatsapp: 'להמשך בוואטסאפ',
    sendEmail: 'להמשך בדוא״ל',
    greeting: 'שלום, כאן {name}.',
    greetingNoName: 'שלום,',
    about: 'אשמח לקבל הצעת מחיר בנושא: {topic}.',
    aboutNothing: 'אשמח לשמוע איך תוכלו לעזור.',
    subject: 'פנייה מהאתר',
    description: (name: string) =>
      `איך פונים אל ${name}: טלפון, וואטסאפ, דוא״ל וטופס שמנסח את ההודעה בשבילכם.`
  },
  agentIndex: 'תוכן האתר לסוכני AI',
  notFound: {
    forAgents: 'אין עמוד בכתובת הזאת. אפשר להמשיך מכאן:',
    siteMap: 'מפת האתר',
    title: 'העמוד לא נמצא',
    text: 'אולי הכתובת השתנתה, ואולי נפלה בה טעות. מכאן אפשר להמשיך:',
    description: (name: string) => `אין עמוד בכתובת הזאת באתר של ${name}. אפשר להמשיך מכאן אל כל עמודי האתר.`
  },
  footer: { licence: 'המידע באתר מתפרסם ברישיון' },
  legal,
  forAi,
  developers
}

/** The fixed words that every language has. */
export type Strings = typeof he
