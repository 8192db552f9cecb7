import { version } from '../version.ts'

/** The response of a path, whose body is in a file of the folder. */
export interface Response {
  /** The decoded path of the URL. */
  path: string
  file: string
  headers: Record<string, string>
  /** Of the body, in bytes. */
  length: number
  /** When the response changes, in milliseconds since 1970; undefined if it depends only on the facts. */
  expires: number | undefined
}

interface Manifest {
  date: string
  responses: Response[]
  /** Encoded paths, and URLs or encoded paths. */
  redirects: [from: string, to: string][]
  /** All files, of which some are no response. */
  files: string[]
}

// Different for each response, so no class has them.
const ownHeaders = ['content-location', 'etag', 'last-modified', 'x-markdown-tokens']

/**
 * Returns the headers that only one response has, and the others. Link is in both: its own links come first, and the rest
 * are the links of the class.
 */
export function splitHeaders({ link, ...headers }: Response['headers']) {
  const pick = (isOf: (name: string) => boolean, links: string): Response['headers'] => ({
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => isOf(name))),
    ...(links && { link: links })
  })
  return {
    own: pick((name) => ownHeaders.includes(name), ownLinksOf(link)),
    shared: pick((name) => !ownHeaders.includes(name), sharedLinksOf(link))
  }
}

/**
 * Returns the manifest of an export as JSON: each file with its path, media type, ETag, and the headers that only it has. All
 * others are in one of the classes. The Link header begins with the links of the file; the links of its class follow.
 */
export function formatManifest({ date, responses, redirects, files }: Manifest): string {
  const classes = new Map<string, number>()
  const entries = responses.map(({ path, file, headers, expires }): [string, object] => {
    const { 'content-type': type, ...others } = headers
    const { own, shared } = splitHeaders(others)
    const key = JSON.stringify(shared)
    const number = classes.get(key) ?? classes.size
    classes.set(key, number)
    const expiry = expires !== undefined && { expires: new Date(expires).toISOString() }
    return [file, { path, type, ...own, class: number, ...expiry }]
  })
  const head = JSON.stringify({ version, date, redirects: Object.fromEntries(redirects) })
  const described = new Map<string, object>([...files.map((file) => [file, {}] as const), ...entries])
  // One line per file, so version control shows short differences.
  const lines = Array.from(described, (entry) => entry.map((part) => JSON.stringify(part)).join(':'))
  return `${head.slice(0, -1)},"classes":[\n${[...classes.keys()].join(',\n')}\n],"files":{\n${lines.join(',\n')}\n}}\n`
}

const splitLinks = (link = ''): string[] => link.split(/, (?=<)/).filter((part) => part !== '')

const isOwn = (link: string) => /; rel="(?:canonical|alternate)"/.test(link)

const ownLinksOf = (link?: string) => splitLinks(link).filter(isOwn).join(', ')

/** Returns the links of a Link header that do not depend on the path of the response. */
export const sharedLinksOf = (link?: string): string =>
  splitLinks(link)
    .filter((part) => !isOwn(part))
    .join(', ')
