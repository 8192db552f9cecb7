import { version } from '../version.ts'
import type { Answer } from './ask.ts'

/** The response of a decoded path, whose body is in a file of the folder. */
export interface Response extends Omit<Answer, 'status' | 'body'> {
  path: string
  file: string
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
const ownLink = /; rel="(?:canonical|alternate)"/

/**
 * Returns the headers that only one response has, and the others. Link is in both: its own links come first, and the rest
 * are the links of the class.
 */
export function splitHeaders({ link = '', ...headers }: Response['headers']) {
  const pick = (isPicked: (isOwn: boolean) => boolean): Response['headers'] => {
    const names = Object.entries(headers).filter(([name]) => isPicked(ownHeaders.includes(name)))
    const links = link.split(/, (?=<)/).filter((part) => part !== '' && isPicked(ownLink.test(part)))
    return { ...Object.fromEntries(names), ...(links.length > 0 && { link: links.join(', ') }) }
  }
  return { own: pick((isOwn) => isOwn), shared: pick((isOwn) => !isOwn) }
}

/**
 * Returns the manifest of an export as JSON: each file with its path, media type, ETag, and the headers that only it has. All
 * others are in one of the classes. The Link header begins with the links of the file; the links of its class follow.
 */
export function formatManifest({ date, responses, redirects, files }: Manifest): string {
  const classes = new Map<string, number>()
  const entries = responses.map(({ path, file, headers }): [string, object] => {
    const { 'content-type': type, ...others } = headers
    const { own, shared } = splitHeaders(others)
    const key = JSON.stringify(shared)
    const number = classes.get(key) ?? classes.size
    classes.set(key, number)
    return [file, { path, type, ...own, class: number }]
  })
  const head = JSON.stringify({ version, date, redirects: Object.fromEntries(redirects) })
  const described = new Map<string, object>([...files.map((file) => [file, {}] as const), ...entries])
  // One line per file, so version control shows short differences.
  const lines = Array.from(described, (entry) => entry.map((part) => JSON.stringify(part)).join(':'))
  return `${head.slice(0, -1)},"classes":[\n${[...classes.keys()].join(',\n')}\n],"files":{\n${lines.join(',\n')}\n}}\n`
}
