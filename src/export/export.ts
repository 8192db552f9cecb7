import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type App, buildApp } from '../app.ts'
import { encodePath } from '../base/url-path.ts'
import { readBusiness } from '../business/loading/load.ts'
import { loadTemporal, toLocalDate } from '../business/opening-hours.ts'
import type { Config } from '../config.ts'
import { publicHeaders } from '../http/headers.ts'
import { immutable, type Resources, revalidated } from '../resources/resources.ts'
import { version } from '../version.ts'
import { ownFolder } from '../worker/format.ts'
import { listFolders, openOutput } from './output.ts'
import { ask, type StagedResponse, splitHeaders } from './responses.ts'
import { stageWorker } from './worker-files.ts'

interface Options {
  /** Such as `2027-01-31`; without it, today in the time zone of the business. */
  date: string | undefined
  worker?: string | undefined
  warn: (message: string) => void
  onProgress: (done: number, all: number) => void
}

/** Rejects without a change of the folder if the data has problems, or if no static host could hold the files. */
export async function exportSite(config: Config, folder: string, options: Options) {
  await checkPlace(config, folder)
  const { warn, worker } = options
  const business = await readBusiness(config, warn)
  await loadTemporal()
  const { timezone = 'UTC' } = business.profile
  const date = options.date ?? toLocalDate(new Date(), timezone)
  const noon = findNoon(date, timezone)
  const hasServer = worker !== undefined
  const app = await buildApp(config, { business, warn, now: () => noon, hasServer })
  try {
    const ownFiles = ['404.html', ...(hasServer ? [] : ['_headers', '_redirects', '.nojekyll'])]
    const planned = await planFiles(app, config.siteDir, ownFiles)
    const output = await openOutput(folder, [...planned.map(({ file }) => file), ...ownFiles])
    const staged = await stageSite(app, planned, output, options).catch(async (error) => {
      await output.discard()
      throw error
    })
    return { date, ...(await output.publish(formatManifest(date, staged))) }
  } finally {
    await app.close()
  }
}

async function checkPlace({ dataDir, siteDir }: Config, folder: string): Promise<void> {
  for (const [name, given] of Object.entries({ DATA_DIR: dataDir, SITE_DIR: siteDir })) {
    const [source, target] = [await followLinks(resolve(given)), await followLinks(resolve(folder))]
    if (isIn(target, source))
      throw new Error(`${folder}: the export cannot be in ${name}, got "${given}". Choose another folder.`)
    if (isIn(source, target))
      throw new Error(
        `${folder}: contains ${name}, "${given}", which a host would publish too. Choose a folder for the export only, such as public.`
      )
  }
}

/** Returns the real path of a place that may not exist yet. */
const followLinks = (path: string): Promise<string> =>
  realpath(path).catch(async () => join(await followLinks(dirname(path)), basename(path)))

const isIn = (path: string, folder: string) => !/^\.\.(?:\/|$)/.test(relative(folder, path))

/** 12:00 UTC is the same date everywhere west of UTC+12, and 0:00 UTC in the rest. */
function findNoon(date: string, timezone: string): Date {
  const noon = new Date(`${date}T12:00:00Z`)
  return toLocalDate(noon, timezone) === date ? noon : new Date(`${date}T00:00:00Z`)
}

type Output = Awaited<ReturnType<typeof openOutput>>

async function stageSite(app: App, planned: PlannedFile[], output: Output, options: Options) {
  const { onProgress, warn, worker } = options
  const responses: StagedResponse[] = []
  for (const [index, { path, file }] of planned.entries()) {
    const { status, body, ...response } = await ask(app, encodePath(path))
    // A page has no Markdown, or a file is unreadable. The app has logged the reason.
    const isMissing = status === 404 || status === 406
    if (!isMissing && status !== 200)
      throw new Error(`${path}: cannot be exported, because the response is ${status}.`)
    if (!isMissing) {
      await output.stage(file, body)
      responses.push({ path, file, ...response })
      // The worker sends the type of the server, which states no encoding.
      if (worker === undefined && response.headers['content-type'] === 'text/html')
        warn(`${path}: is not UTF-8, which static hosts state for every page. Save it in UTF-8.`)
    }
    onProgress(index + 1, planned.length)
  }
  await output.stage('404.html', (await app.site.notFound()).html.content)
  const redirects = worker === undefined ? listRedirects(app.site.context.resources) : []
  if (worker === undefined) {
    await output.stage('_headers', formatRules(listHeaderRules(responses)))
    await output.stage('_redirects', redirects.map((line) => `${formatRedirect(line)}\n`).join(''))
    // GitHub Pages would otherwise leave out files whose names begin with a dot or an underscore.
    await output.stage('.nojekyll', '')
  } else await stageWorker(app, output.stage, worker, responses)
  checkCount(output.files.size + 1)
  return { responses, redirects, files: output.files }
}

/** The lowest limits of static hosts: bytes of a file and of a name; of Cloudflare Pages: files, rules, redirects, and characters of a line. */
const limits = { bytes: 25 * 2 ** 20, name: 255, files: 20_000, rules: 100, redirects: 2000, line: 1000 }

/** A decoded path, and its file, relative to the folder. */
type PlannedFile = Pick<StagedResponse, 'path' | 'file'>

/** Lists the file of every path that a static host can serve. Throws one line if no host could hold them and `ownFiles`. */
async function planFiles({ site, apiPaths }: App, siteDir: string, ownFiles: string[]) {
  const { context, folder } = site
  const { resources } = context
  const paths = new Set([...apiPaths, ...resources.listPaths()])
  const planned = Array.from(paths, (path) => ({ path, file: fileOf(path, resources.pages.has(path)) }))
    // The folder of a feed has the file index.xml too, and the 404 page is the owner's, if that exists.
    .filter(({ file }) => file !== '' && file !== '404.html')
  checkNames(planned, ownFiles)
  checkCount(planned.length + ownFiles.length + 1)
  for (const name of folder.files.values()) {
    const { size } = await stat(join(siteDir, name))
    if (size > limits.bytes)
      throw new Error(
        `${join(siteDir, name)}: must have at most ${limits.bytes / 2 ** 20} MiB for static hosts, got ${(size / 2 ** 20).toFixed(1)}. Make it smaller, or publish it elsewhere.`
      )
  }
  return planned
}

/** Returns the file that static hosts serve at a path: `/a/` is `a/index.html`, the page `/terms` is `terms.html`. */
function fileOf(path: string, isPage: boolean): string {
  const name = path.slice(1)
  if (!isPage) return name.endsWith('/') ? '' : name
  return path.endsWith('/') ? `${name}index.html` : name.endsWith('.html') ? name : `${name}.html`
}

function checkCount(count: number): void {
  if (count > limits.files)
    throw new Error(
      `The export would have ${count} files, and static hosts hold at most ${limits.files}. Use the server.`
    )
}

function checkNames(planned: PlannedFile[], ownFiles: string[]): void {
  const pathOfFile = new Map([
    ...[...ownFiles, ownFolder].map((file) => [file, `/${file}`] as const),
    ...planned.map(({ path, file }) => [file, path] as const)
  ])
  for (const { path, file } of planned) {
    const long = file.split('/').find((part) => Buffer.byteLength(part) > limits.name)
    if (long !== undefined)
      throw new Error(
        `${path}: the name "${long.slice(0, 40)}…" must have at most ${limits.name} bytes for static hosts, got ${Buffer.byteLength(long)}. Shorten it.`
      )
    const other = listFolders(file).find((folder) => pathOfFile.has(folder))
    if (other !== undefined)
      throw new Error(
        `${path}: no static host can have the file ${pathOfFile.get(other)} and a folder of that name. Rename one of them in SITE_DIR.`
      )
  }
}

type Rules = Map<string, Record<string, string>>

/** Returns a path of a rule. Hosts read a name after a colon as a placeholder, and an asterisk as any text. */
const toPattern = (path: string) => encodePath(path).replaceAll(':', '%3A').replaceAll('*', '%2A')

/** By the pattern of a path. No two rules of a path have one header, because Cloudflare Pages would join the values. */
function listHeaderRules(responses: StagedResponse[]): Rules {
  const withCache = (control: string) =>
    responses.filter(({ headers }) => headers['cache-control'] === control)
  const rules: Rules = new Map()
  const add = (pattern: string, headers: Record<string, string>) =>
    rules.set(pattern, { ...rules.get(pattern), ...headers })
  const home = responses.find(({ path }) => path === '/')
  add('/*', { ...publicHeaders, link: splitHeaders(home?.headers ?? {}).shared.link ?? '' })
  const builtIn = responses.filter(({ headers }) => 'content-security-policy' in headers)
  const pages = responses.filter(({ headers }) => essenceOf(headers) === 'text/html')
  // Browsers apply a policy to a PDF or a drawing too. A file next to many pages is not worth a rule for each page.
  const patterns = cover(builtIn, [...pages, ...withCache(revalidated)])
  const policies = Object.entries(builtIn[0]?.headers ?? {}).filter(
    ([name]) => name.endsWith('-policy') && !(name in publicHeaders)
  )
  for (const pattern of patterns.length > limits.rules / 2 ? cover(builtIn, pages) : patterns)
    add(pattern, Object.fromEntries(policies))
  for (const pattern of cover(withCache(immutable), responses)) add(pattern, { 'cache-control': immutable })
  add('/*.md', { 'content-type': 'text/markdown; charset=utf-8', 'x-robots-tag': 'noindex' })
  for (const { path, headers } of responses.filter(isUnusual))
    add(toPattern(path), { 'content-type': String(headers['content-type']) })
  if (rules.size > limits.rules)
    throw new Error(
      `_headers: would have ${rules.size} rules, and static hosts read at most ${limits.rules}. Files without an extension, and HTML files of SITE_DIR between the built-in pages, need rules of their own: move them into one folder.`
    )
  return rules
}

const formatRules = (rules: Rules): string =>
  Array.from(rules, ([pattern, headers]) => {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`)
    return `${pattern}\n${lines.join('')}`
  }).join('\n')

function cover(wanted: StagedResponse[], all: StagedResponse[], folder = '/'): string[] {
  if (wanted.length === all.length) return [`${toPattern(folder)}*`]
  const nextOf = ({ path }: StagedResponse) => path.slice(folder.length).replace(/(?<=\/).*$/, '')
  const names = new Set(wanted.map(nextOf))
  return [...names].flatMap((name) => {
    const isIn = (response: StagedResponse) => nextOf(response) === name
    const path = folder + name
    return name.endsWith('/') ? cover(wanted.filter(isIn), all.filter(isIn), path) : [toPattern(path)]
  })
}

const essenceOf = (headers: StagedResponse['headers']) => String(headers['content-type']).replace(/;.*/, '')

const isUnusual = ({ file, headers }: StagedResponse) =>
  !/[^/]\.[^./]+$/.test(file) || (file.endsWith('.json') && essenceOf(headers) !== 'application/json')

function listRedirects(resources: Resources): [from: string, to: string][] {
  const feeds = resources.listPaths().filter((path) => path.endsWith('/') && !resources.pages.has(path))
  const redirects = [
    ...resources.listRedirects(),
    ...feeds.map((path): [string, string] => [path, encodePath(`${path}index.xml`)])
  ].map(([from, to]): [string, string] => [toPattern(from), to])
  if (redirects.length > limits.redirects)
    throw new Error(
      `_redirects: would have ${redirects.length} redirects, each path with and without a slash, and static hosts read at most ${limits.redirects}. Delete some in data/site.json.`
    )
  const long = redirects.find((redirect) => formatRedirect(redirect).length > limits.line)
  if (long !== undefined)
    throw new Error(
      `_redirects: the line of ${long[0]} must have at most ${limits.line} characters for static hosts, got ${formatRedirect(long).length}. Shorten its target in data/site.json.`
    )
  return redirects
}

const formatRedirect = (redirect: [from: string, to: string]): string => `${redirect.join(' ')} 301`

type Staged = Awaited<ReturnType<typeof stageSite>>

/** Lists each file with its path, media type and the headers that only it has, and the classes of the others, as JSON. */
function formatManifest(date: string, { responses, redirects, files }: Staged): string {
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
  const described = new Map([...Array.from(files, (file): [string, object] => [file, {}]), ...entries])
  // One line per file, so version control shows short differences.
  const lines = Array.from(described, (entry) => entry.map((part) => JSON.stringify(part)).join(':'))
  return `${head.slice(0, -1)},"classes":[\n${[...classes.keys()].join(',\n')}\n],"files":{\n${lines.join(',\n')}\n}}\n`
}
