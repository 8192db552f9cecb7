import { createServer, type Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { type App, buildApp } from '../app.ts'
import { fieldOf } from '../business/json-value.ts'
import { InvalidDataError, readBusinessInThread } from '../business/loading/read-business.ts'
import { formatProblem, warnOnce } from '../business/problem.ts'
import { checkFolders } from '../check-folders.ts'
import type { Config } from '../config.ts'
import { alterResponse } from './alter-response.ts'
import { watchFolders } from './folder-watch.ts'
import { LiveReload } from './live-reload.ts'
import { renderProblems } from './problem-page.ts'

/**
 * Builds the site, and again after each edit of DATA_DIR and SITE_DIR. If the files have problems, the log and the
 * browser show them until they are corrected. Returns a server that does not listen yet.
 */
export async function createDevServer(
  config: Config,
  logger: FastifyBaseLogger,
  signal: AbortSignal
): Promise<Server> {
  const liveReload = new LiveReload()
  let app: App | undefined
  let problems: string[] = []

  async function publish() {
    const previous = app
    // The comparison repeats the warnings of the app.
    const warn = warnOnce((message) => logger.warn(message))
    try {
      checkFolders(config)
      const business = await readBusinessInThread(config, warn)
      const pictures = previous && { pictures: previous.site.pictures }
      app = await buildApp(config, { business, logger, warn, ...pictures })
      problems = []
      compare(app, warn).catch(logFailure)
    } catch (error) {
      problems = error instanceof InvalidDataError ? error.lines : [String(fieldOf(error, 'message'))]
      logger.error({ problems }, 'the files have problems')
      return
    } finally {
      liveReload.reload()
    }
    await previous?.close()
  }

  /* c8 ignore next: only a bug can cause it */
  const logFailure = (error: unknown) => logger.error({ err: error }, 'comparing the pages failed')

  async function compare({ checkSite }: App, warn: (message: string) => void) {
    for (const problem of await checkSite(warn)) warn(formatProblem(problem))
  }

  const first = publish()
  async function republish() {
    await first
    const started = performance.now()
    await publish()
    const ms = Math.round(performance.now() - started)
    if (problems.length === 0) logger.info({ ms }, 'published the edit')
  }
  void watchFolders([config.dataDir, config.siteDir], republish, { signal })
  await first
  signal.addEventListener('abort', () => app?.close())
  return createServer((request, response) => {
    alterResponse(request, response, liveReload.element)
    if (liveReload.handle(request, response)) return
    const isPage = request.headers.accept?.includes('text/html')
    if (app !== undefined && (problems.length === 0 || !isPage)) return app.listener(request, response)
    response.statusCode = 500
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(renderProblems(problems))
  })
}
