import { readdir, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type App, buildApp } from '../app.ts'
import { fieldOf } from '../base/json-value.ts'
import { InputError, warnOnce } from '../base/problem.ts'
import { escapeXml } from '../base/text.ts'
import { readBusinessInThread } from '../business/loading/load.ts'
import { type Config, checkFolders } from '../config.ts'
import { Errors } from '../http/errors.ts'
import { createHostRules } from '../http/host-rules.ts'
import { createLogger } from '../log.ts'
import { listen } from '../serve.ts'
import { stopWithNpm } from '../signals.ts'

export async function serveForEditing(config: Config) {
  const logger = createLogger(config.logLevel, process.stdout, true)
  const server = await createDevServer(config, logger)
  await listen(server, config.port, config.host)
  const stop = () => process.exit(0)
  process.once('SIGINT', stop).once('SIGTERM', stop)
  stopWithNpm(process.env, stop)
  const port = fieldOf(server.address(), 'port')
  logger.info(`serving ${config.dataDir} and ${config.siteDir} at http://localhost:${port}/`)
}

/** Returns a server that does not listen yet. It shows problems of the files until they are corrected. */
export async function createDevServer(config: Config, logger: FastifyBaseLogger) {
  let app: App | undefined
  let problems: string[] = []
  // Another after each start, because the server may have changed too.
  let version = Date.now()

  async function publish() {
    const previous = app
    // The comparison repeats the warnings of the app.
    const warn = warnOnce((message: string) => logger.warn(message))
    try {
      checkFolders(config)
      const business = await readBusinessInThread(config, warn)
      const pictures = previous && { pictures: previous.site.pictures }
      app = await buildApp(config, { business, logger, warn, showsDrafts: true, ...pictures })
      problems = []
      app
        .checkSite()
        .then((found) => [...found.warnings, ...found.problems].forEach(warn))
        .catch((error) => logger.error({ err: error }, 'comparing the pages failed'))
    } catch (error) {
      problems = error instanceof InputError ? error.lines : [String(fieldOf(error, 'message'))]
      logger.error({ problems }, 'the files have problems')
    }
    version += 1
    if (app !== previous) await previous?.close()
  }

  const first = publish()
  async function republish() {
    await first
    const started = performance.now()
    await publish()
    const ms = Math.round(performance.now() - started)
    if (problems.length === 0) logger.info({ ms }, 'published the edit')
  }
  let isClosed = false
  void watchFolders([config.dataDir, config.siteDir], republish, () => isClosed)
  await first
  const findAccessError = createDevAccess(config)
  const errors = new Errors(config.baseUrl)
  const server = createServer((request, response) => {
    const accessError = findAccessError(request)
    if (accessError !== undefined)
      return errors.createListener('bad_request', accessError, 403)(request, response)
    const { url } = request
    alterResponse(request, response, `<script src="${scriptPath}" data-version="${version}"></script>\n`)
    if (url === versionPath) return response.setHeader('content-type', 'text/plain').end(`${version}`)
    if (url === scriptPath)
      return response.setHeader('content-type', 'text/javascript; charset=utf-8').end(script)
    const isPage = request.headers.accept?.includes('text/html') === true
    if (app !== undefined && (problems.length === 0 || !isPage)) return app.listener(request, response)
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' }).end(renderProblems(problems))
  })
  return server.once('close', () => {
    isClosed = true
    void app?.close()
  })
}

const renderProblems = (problems: string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Problems in the files</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 3rem auto; padding: 0 1rem; }
  li { margin: 1rem 0; padding: .75rem 1rem; border-left: .25rem solid #b3261e; background: #fdf0ef; color: #1c1b1f;
    font-family: ui-monospace, monospace; overflow-wrap: anywhere; list-style: none; }
  ul { padding: 0; }
</style>
<h1>Problems in the files</h1>
<p>Correct them and save: this page then shows the site. Visitors of the running site do not see your edit.</p>
<ul>
${problems.map((problem) => `<li dir="auto">${escapeXml(problem)}</li>`).join('\n')}
</ul>
`

/** Why a request is rejected: a page of another site must not read drafts, neither directly nor by DNS rebinding. */
function createDevAccess({ baseUrl, host: ownHost }: Pick<Config, 'baseUrl' | 'host'>) {
  const { isOwn, isAllowed } = createHostRules(new URL(baseUrl).host, ownHost)
  // Of a phone in the same network, for example.
  const isAddress = (host: string) => isIP(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')) !== 0
  // Extensions and editors have URL schemes of their own.
  const isTrusted = (origin: string) =>
    URL.canParse(origin) &&
    (!/^https?:/.test(origin) || [isOwn, isAddress].some((test) => test(new URL(origin).host)))
  return ({ headers }: IncomingMessage): string | undefined => {
    const { host = '', origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
    if (!isAllowed(host) && !isAddress(host))
      return `Host "${host}" is not allowed. Open http://localhost, or set BASE_URL (now ${baseUrl}) to the URL that you open.`
    const isForeign = site === 'cross-site' && mode !== 'navigate'
    if (origin === undefined ? !isForeign : isTrusted(origin)) return undefined
    return `Origin "${origin ?? 'of another site'}" is not allowed. Use a page of this server, of localhost, or of the host in BASE_URL (now ${baseUrl}).`
  }
}

// Without these headers, the app sends a whole, uncompressed response, to which the element can be added.
const ignoredHeaders = ['accept-encoding', 'if-none-match', 'if-modified-since', 'range', 'if-range']
const removedHeaders = ['etag', 'last-modified', 'accept-ranges']

/** No browser caches the response, and a page of HTML ends with the element. */
function alterResponse(request: IncomingMessage, response: ServerResponse, element: string): void {
  for (const name of ignoredHeaders) delete request.headers[name]
  const { writeHead, end } = response
  let isPage = false
  Object.assign(response, {
    writeHead: (status: number, headers: OutgoingHttpHeaders = {}) => {
      for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined) response.setHeader(name, value)
      }
      isPage = /^text\/html/.test(String(response.getHeader('content-type'))) && request.method !== 'HEAD'
      for (const name of isPage ? [...removedHeaders, 'content-length'] : removedHeaders)
        response.removeHeader(name)
      response.setHeader('cache-control', 'no-store')
      return writeHead.call(response, status)
    },
    end: (chunk?: string | Buffer) => {
      if (!response.headersSent) response.writeHead(response.statusCode)
      if (!isPage) return end.call(response, chunk, 'utf8')
      const page = Buffer.from(chunk ?? '')
      const encoding = page[0] === 0xff && page[1] === 0xfe ? 'utf16le' : 'utf8'
      return end.call(response, Buffer.concat([page, Buffer.from(element, encoding)]), 'utf8')
    }
  })
}

const intervalMs = 200

/** Compares lists of files until `isClosed`: fs.watch loses replaced files, and edits behind mounts of Docker. */
async function watchFolders(
  folders: string[],
  onChange: () => Promise<void>,
  isClosed: () => boolean
): Promise<void> {
  const describe = async () => (await Promise.all(folders.map(describeFolder))).join('\n\n')
  let published = await describe()
  let previous = published
  while (!isClosed()) {
    const current = await describe()
    // An editor that is still writing would show a problem that does not exist.
    if (current !== published && current === previous) {
      published = current
      await onChange()
    }
    previous = current
    await sleep(intervalMs, undefined, { ref: false })
  }
}

/** Returns a text that differs if a file or its rights were changed, or if it was added, replaced or removed. */
async function describeFolder(folder: string): Promise<string> {
  // A folder that cannot be read is left out of the site, and must not hide the edits of other folders.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const lines = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      // Links to folders are not served, and may be large or lead back.
      if (entry.isDirectory()) return `${path}\n${await describeFolder(path)}`
      const stats = await stat(path).catch(() => undefined)
      // The time of a folder changes when an editor writes a temporary file.
      return stats?.isFile() ? `${path} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}` : path
    })
  )
  return lines.sort().join('\n')
}

// Paths that no file of SITE_DIR can have, because names that start with a dot are never served.
const scriptPath = '/.dev/reload.js'
const versionPath = '/.dev/version'

// It asks again and again, because a stream for each tab would use the few connections of a browser to one host.
const script = `const { version } = document.currentScript.dataset
const timer = setInterval(async () => {
  const response = await fetch('${versionPath}').catch(() => undefined)
  if (!response?.ok || (await response.text()) === version) return
  clearInterval(timer)
  location.reload()
}, 500)
`
