import { decodePath, trimSlash } from '../business/redirects.ts'

/** Returns a function that looks up the URL to which a decoded path of an old site has moved. */
export function createRedirects(
  redirects: Record<string, string> = {},
  toHref: (url: string) => string
): (path: string) => string | undefined {
  const urls = new Map(
    Object.entries(redirects).map(([path, url]) => [trimSlash(decodePath(path)), toHref(url)])
  )
  return (path) => urls.get(trimSlash(path))
}
