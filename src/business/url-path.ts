/** Returns a path without its percent-encoding; unchanged if it does not decode to UTF-8. */
export const decodePath = (path: string): string => tryDecodePath(path) ?? path

/** Returns a path without its percent-encoding, or undefined if it does not decode to UTF-8. */
export function tryDecodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Returns a path without the slash at its end. */
export const trimSlash = (path: string): string => path.replace(/(?<=.)\/$/, '')

/** Returns the decoded path of a link without query and fragment. */
export const pathOf = (link: string): string => decodePath(link.replace(/[?#].*/, ''))

/** Returns the path of a page without the slash or extension at its end: `/contact` of `/contact/` and `/contact.html`. */
export const trimPath = (path: string): string => path.replace(/(?:\/index\.html|\.html|\/)$/, '')
