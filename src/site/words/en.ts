import { developers } from './en/developers.ts'
import { forAi } from './en/for-ai.ts'
import { legal } from './en/legal.ts'
import type { Strings } from './he.ts'

/** Every fixed word of the site in English. What stands between backticks is code. */
export const en: Strings = {
  skip: 'Skip to content',
  nav: {
    label: 'Main',
    footer: 'More on this site',
    crumbs: 'You are here',
    home: 'Home',
    services: 'Services',
    pricing: 'Pricing',
    faq: 'Questions',
    about: 'About',
    contact: 'Talk to us',
    forAi: 'For AI agents',
    developers: 'Developers',
    privacy: 'Privacy',
    accessibility: 'Accessibility'
  },
  price: {
    from: 'From ',
    to: 'to',
    upTo: 'up to',
    once: 'paid once, before tax',
    onRequest: 'By quote',
    ask: 'Ask for a quote'
  },
  home: {
    services: 'What we do',
    allServices: 'All services',
    packages: 'Packages',
    allPackages: 'What each package includes',
    questions: 'What people ask us',
    allQuestions: 'All questions',
    closing: 'It starts with a conversation',
    closingText: 'Tell us in a few words what you need, and we will get back to you.',
    description: (name, rest) => `${name}: ${rest}`
  },
  record: {
    projects_delivered: 'projects delivered',
    active_clients: 'active clients',
    since: 'the year we began'
  },
  services: {
    title: 'Services and starting prices',
    heading: 'Services',
    examples: 'Examples and prices',
    categories: 'Prices by field',
    category: 'Field',
    focused: 'Focused scope',
    full: 'Full build',
    more: 'Further services',
    none: 'The list of services will be published here soon.',
    description: (name) => `Every service of ${name}, with the starting price of each.`
  },
  service: {
    tools: 'The tools it connects',
    others: 'Other services',
    all: 'All services',
    description: (service, name, price) =>
      `${service} by ${name}, from ${price} before tax. Each project is priced by its scope.`
  },
  pricing: {
    title: 'Prices and packages',
    heading: 'Pricing',
    entry: 'Lowest starting price',
    typical: 'Most projects',
    max: 'Large projects',
    packages: 'The packages',
    popular: 'Most popular',
    includes: 'Included',
    excludes: 'Not included',
    monthly: 'Monthly maintenance',
    services: 'Prices of the services',
    notes: 'Good to know before you compare',
    description: (name) =>
      `Prices and packages of ${name}: what it costs, what is included, what is not and how to pay.`
  },
  faq: {
    title: 'Questions and answers',
    heading: 'Questions and answers',
    topics: 'Topics',
    unanswered: 'Is your question missing?',
    ask: 'Ask us',
    none: 'Questions and answers will be published here soon.',
    description: (name) => `Answers from ${name} to the questions that clients ask before working together.`
  },
  about: {
    title: 'About us',
    notCategory: 'What we are not',
    facts: 'Business details',
    name: 'Name',
    nameEn: 'Name in English',
    legalForm: 'Legal form',
    founder: 'Founded by',
    foundedYear: 'Founded in',
    languages: 'Languages',
    area: 'Where we work',
    remote: 'and remotely',
    stack: 'The tools we work with',
    description: (name) =>
      `Who is behind ${name}, since when, where, with which tools, and what the business does not do.`
  },
  contact: {
    title: 'Talk to us',
    lead: 'Tell us in a few words how we can help.',
    how: 'The form only writes a message. You send it from your own WhatsApp or e-mail, and nothing is kept on this site.',
    form: 'Write to us',
    ways: 'Or directly',
    phone: 'Phone',
    email: 'E-mail',
    whatsapp: 'WhatsApp',
    address: 'Address',
    yourName: 'What is your name?',
    topic: 'What is it about?',
    noTopic: 'Not decided yet',
    servicesGroup: 'Services',
    packagesGroup: 'Packages',
    message: 'What should we know?',
    preview: 'Your message',
    sendWhatsapp: 'Continue in WhatsApp',
    sendEmail: 'Continue by e-mail',
    greeting: 'Hello, this is {name}.',
    greetingNoName: 'Hello,',
    about: 'I would like a quote for: {topic}.',
    aboutNothing: 'I would like to hear how you can help.',
    subject: 'A question from the site',
    description: (name) =>
      `How to reach ${name}: phone, WhatsApp, e-mail and a form that writes the message for you.`
  },
  agentIndex: 'Index of this site for AI agents',
  notFound: {
    forAgents: 'There is no page at this address. Go on from here:',
    siteMap: 'Site map',
    title: 'Page not found',
    text: 'The address may have changed, or it may have a typo. You can go on from here:',
    description: (name) =>
      `There is no page at this address on the site of ${name}. You can go on to any other page.`
  },
  footer: { licence: 'The facts on this site are published under' },
  legal,
  forAi,
  developers
}
