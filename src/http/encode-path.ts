/** A path as it stands in an address (RFC 3986, section 3.3): of a file's name, `?` and `#` are encoded too. */
export const encodePath = (path: string): string => encodeURI(path).replace(/[?#]/g, encodeURIComponent)
