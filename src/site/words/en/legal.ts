import type { Strings } from '../he.ts'

export const legal: Strings['legal'] = {
  privacy: {
    title: 'Privacy',
    lead: 'This site has no cookies and no tracking, and loads nothing from the servers of others.',
    description: (name) =>
      `What the site of ${name} knows about its visitors: no cookies, no tracking, no form that keeps your details.`,
    sections: [
      {
        heading: 'What is not here',
        items: [
          'No cookies. The site keeps nothing in your browser but a temporary copy of its pages, so that they load fast.',
          'No analytics, pixels, advertising or social network buttons.',
          'No accounts, no payments and no form that sends your details to the server.',
          'Fonts, styles and scripts come from this server only.'
        ]
      },
      {
        heading: 'When you contact us',
        items: [
          'The contact form writes a message inside your browser. It is sent only if you choose to send it, from your own WhatsApp or e-mail account.',
          'What you send that way is also subject to the privacy policy of the provider you sent it with. The message itself is used to answer you.'
        ]
      }
    ],
    server: 'The server',
    hosting:
      'For a page to reach you, your IP address reaches the server and whoever hosts it, and the host may keep a technical log of its own.',
    log: 'For each request the server logs the IP address, the address asked for, the time, the result and the kind of browser. The log is used only to find faults and to protect the site.',
    noLog: 'The server itself keeps no record of who visited the site or which pages.',
    rights: 'Your data',
    rightsText:
      'You contacted us and want to know what is kept, correct it or have it deleted? Write or call:'
  },
  accessibility: {
    title: 'Accessibility statement',
    lead: 'This site is built so that everyone can read and use it, with a keyboard, a screen reader or enlarged text too.',
    description: (name) =>
      `The accessibility statement of ${name}: the standard, what was done, what is missing and whom to contact.`,
    standard: 'The standard',
    israel:
      'The site is built to Israeli Standard 5568 at level AA, as required by the Equal Rights for Persons with Disabilities Regulations (Service Accessibility Adjustments), 2013.',
    wcag: 'The site is built to the current international guidelines, WCAG 2.2, at level AA.',
    done: 'What was done',
    doneItems: [
      'Every link, button and field can be reached by keyboard alone. The current place is clearly marked, and a link at the top of each page skips to the content.',
      'Headings, regions and fields are marked up so that a screen reader can say what they are.',
      'Contrast between text and background meets the standard, in the light and the dark appearance.',
      'Pages can be enlarged to 400% without losing content.',
      'Buttons and links are large enough for an unsteady hand.',
      'Whoever asked their device to reduce motion sees no motion.',
      'Every price is text, never only a picture, and the content shows without JavaScript too.',
      'There is no sound, video or flashing.'
    ],
    tested: 'How it was tested',
    testedText:
      'All pages were tested with axe-core, at the width of a phone and of a computer, light and dark, and by keyboard.',
    limits: 'What is missing',
    limitItems: [
      'The site has not been reviewed by a certified accessibility consultant.',
      'On the page for developers, wide tables scroll sideways.',
      'WhatsApp and the mail program, which open from the contact page, are beyond our control.'
    ],
    place: 'If you come to us',
    placeText:
      'Please arrange it in advance: we will describe the way and the entrance, and prepare what you need.',
    contact: 'Something in your way?',
    contactText:
      'This is how to reach us about accessibility. Say which page it is, what you tried to do and with which browser or assistive technology, and we will fix it as soon as we can.',
    updated: 'Statement last updated on'
  }
}
