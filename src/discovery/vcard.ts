import { dial } from '../business/phones.ts'
import type { Context } from '../context/context.ts'
import type { DiscoveryDocument } from './document.ts'

// A line has at most 75 bytes (RFC 2426, section 2.6); the space that begins the next line is one of them.
const maxBytes = 75

const types = {
  call: 'work,voice',
  emergency: 'work,voice',
  text: 'work,cell,msg',
  fax: 'work,fax'
}

/** Returns a text without characters that separate values (RFC 2426, section 5). */
const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Breaks a longer line between characters. */
function fold(line: string): string {
  let folded = ''
  let size = 0
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (size + bytes > maxBytes) {
      folded += '\r\n '
      size = 1
    }
    folded += character
    size += bytes
  }
  return folded
}

/** The contact details for address books: vCard 3.0 (RFC 2426), because phones import it. */
export const vcard: DiscoveryDocument = {
  paths: ['/contact.vcf'],
  mediaType: 'text/vcard; charset=utf-8',
  create: ({ business: { profile }, nameCountry }: Context) => {
    const { name, contact, address, geo, url } = profile
    const { street, locality, region, postal_code, country } = address
    const call = (number: string) => escapeText(decodeURIComponent(dial(number, country)))
    // A name (RFC 2426, section 3.2.1): maps would read the code of Israel as Illinois.
    const place = ['', '', street, locality, region, postal_code, country && nameCountry(country)]
    const lines = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;;;;',
      `FN:${escapeText(name)}`,
      `ORG:${escapeText(name)}`,
      // Apple's Contacts then shows a business, and the labels of its numbers.
      'X-ABSHOWAS:COMPANY',
      ...(contact.phone ? [`TEL;TYPE=work,voice,pref:${call(contact.phone)}`] : []),
      ...(contact.phones ?? []).flatMap(({ label, number, kind }, index) => [
        `item${index + 1}.TEL;TYPE=${types[kind ?? 'call']}:${call(number)}`,
        `item${index + 1}.X-ABLABEL:${escapeText(label)}`
      ]),
      ...(contact.email ? [`EMAIL;TYPE=internet:${contact.email}`] : []),
      ...(Object.keys(address).length > 0
        ? [`ADR;TYPE=work:${place.map((part = '') => escapeText(part)).join(';')}`]
        : []),
      ...(geo ? [`GEO:${geo.latitude};${geo.longitude}`] : []),
      `URL:${url}`,
      'END:VCARD'
    ]
    return lines.map((line) => `${fold(line)}\r\n`).join('')
  }
}
