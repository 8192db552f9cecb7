import { domainToUnicode } from 'node:url'

/** Returns an email address with its domain in ASCII (RFC 5890), as links and programs need it; unchanged if that is invalid. */
export const toAsciiEmail = (email: string): string =>
  email.replace(/(?<=^[^@]*@)(?=.*[^!-~])[^\s@/:?#\\]+$/, (domain) =>
    URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain
  )

/** Returns an email address as people read it. */
export const toReadableEmail = (email: string): string =>
  email.replace(/(?<=^[^@]*@).*$/, (domain) =>
    /xn--/i.test(domain) ? domainToUnicode(domain) || domain : domain
  )
