import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseIfJson } from '../base/json-value.ts'
import { SiteFile } from '../business/schemas/site.ts'

const maxTrials = 8

/** Returns the fields of site.json in the query of a URL, such as `?theme=soft&accent=%230b6e4f`; empty if it has none. */
function readTrial(url = ''): string {
  const fields = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  return String(new URLSearchParams([...fields].filter(([name]) => Object.hasOwn(SiteFile.properties, name))))
}

/** The sites that an owner tries without a change of site.json: one for each query. */
export class Trials<Built> {
  readonly #sites = new Map<string, Promise<Built>>()
  readonly #build: (dataDir: string) => Promise<Built>
  readonly #close: (built: Built) => void
  readonly #dataDir: string

  constructor(dataDir: string, build: (dataDir: string) => Promise<Built>, close: (built: Built) => void) {
    this.#dataDir = dataDir
    this.#build = build
    this.#close = close
  }

  /** Returns the site that a request tries, or the URL that a link on such a page leads to, or undefined. */
  find({ url = '', headers }: IncomingMessage, isPage: boolean): Promise<Built> | string | undefined {
    const [own, previous] = [readTrial(url), readTrial(headers.referer)]
    if (own === '' && previous !== '' && isPage) return `${url}${url.includes('?') ? '&' : '?'}${previous}`
    const query = own || previous
    return query === '' ? undefined : this.#open(query)
  }

  #open(query: string): Promise<Built> {
    const open = this.#sites.get(query)
    if (open !== undefined) return open
    const [oldest] = this.#sites.keys()
    if (this.#sites.size === maxTrials && oldest !== undefined) this.#remove(oldest)
    const site = this.#buildFrom(query)
    this.#sites.set(query, site)
    return site
  }

  async #buildFrom(query: string): Promise<Built> {
    const folder = await mkdtemp(join(tmpdir(), 'business-facts-'))
    try {
      await cp(this.#dataDir, folder, { recursive: true, dereference: true })
      const file = join(folder, 'site.json')
      const site = parseIfJson(await readFile(file, 'utf8').catch(() => '{}'))
      // A value such as false or a list is JSON; all others are texts.
      const tried = Array.from(new URLSearchParams(query), ([name, value]) => [
        name,
        parseIfJson(value) ?? value
      ])
      await writeFile(file, JSON.stringify(Object.assign({}, site, Object.fromEntries(tried))))
      return await this.#build(folder)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  #remove(query: string): void {
    this.#sites.get(query)?.then(this.#close)
    this.#sites.delete(query)
  }

  clear(): void {
    for (const query of this.#sites.keys()) this.#remove(query)
  }
}
