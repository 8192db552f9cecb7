/** Returns a path as it is in a URL (RFC 3986, section 3.3); a `?` or `#` in a file name is encoded too. */
export const encodePath = (path: string): string => encodeURI(path).replace(/[?#]/g, encodeURIComponent)
