import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import TurndownService from 'turndown'
import { htmlToMarkdown } from '../src/markdown/html-to-markdown.ts'
import { median } from './compare.ts'

export interface ConversionFigures {
  /** Bytes of HTML. */
  size: number
  /** Milliseconds with our converter and with turndown. */
  ours: number
  turndown: number
}

const roundCount = 9

/** Measures the conversion of pages of several sizes, without a cache. Each page repeats the sections of `html`. */
export function measureConversions(html: string): ConversionFigures[] {
  const sections = html.match(/<section[\s\S]*?<\/section>/g) ?? []
  const page = (size: number) => {
    let text = ''
    for (let index = 0; text.length < size; index++) text += sections[index % sections.length]
    return `<!doctype html><html lang="he"><head><title>Page</title></head><body><main><h1>Page</h1>${text}</main></body></html>`
  }
  return [20_000, 60_000, 300_000].map((size) => {
    const text = page(size)
    const source = {
      bytes: Buffer.from(text),
      url: 'https://shop.example/',
      language: 'he',
      modified: '2026-11-20',
      preface: ''
    }
    const turndown = new TurndownService()
    const rounds = Array.from({ length: roundCount }, () => ({
      ours: measureMs(() => htmlToMarkdown(source)),
      turndown: measureMs(() => turndown.turndown(text))
    }))
    return {
      size: source.bytes.length,
      ours: median(rounds.map(({ ours }) => ours)),
      turndown: median(rounds.map((round) => round.turndown))
    }
  })
}

function measureMs(run: () => unknown): number {
  const startTime = performance.now()
  run()
  return performance.now() - startTime
}

/** Converts every page of a folder. Returns a Markdown table with the number of failures and the highest CPU times. */
export function measureCorpus(folder: string): string {
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => {
      const bytes = readFileSync(join(folder, name))
      const before = process.cpuUsage()
      const conversion = htmlToMarkdown({
        bytes,
        url: 'https://shop.example/',
        language: 'en',
        modified: '2026-11-20',
        preface: ''
      })
      const { user, system } = process.cpuUsage(before)
      const ms = (user + system) / 1000
      return {
        name,
        size: bytes.length,
        ms,
        per100: (ms / bytes.length) * 1e5,
        isConverted: 'markdown' in conversion
      }
    })
  const findMax = (figure: 'ms' | 'per100') => rows.reduce((a, b) => (b[figure] > a[figure] ? b : a))
  const [slowest, densest] = [findMax('ms'), findMax('per100')]
  return [
    '| pages | not converted | highest CPU time | highest CPU time per 100 KB |',
    '| --- | --- | --- | --- |',
    `| ${rows.length} | ${rows.filter(({ isConverted }) => !isConverted).length} | ${slowest.ms.toFixed(0)} ms (${slowest.name}, ${Math.round(slowest.size / 1000)} KB) | ${densest.per100.toFixed(0)} ms (${densest.name}, ${Math.round(densest.size / 1000)} KB) |`,
    ''
  ].join('\n')
}
