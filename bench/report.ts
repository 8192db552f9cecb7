import { type CacheFigures, cached, ofFiles } from './cache.ts'
import type { CatalogueFigures } from './catalogue.ts'
import { type Costs, microseconds, type Ratio, throughput } from './compare.ts'
import type { ConversionFigures } from './conversion.ts'
import { isDisturbed } from './load.ts'
import type { PagesFigures } from './pages.ts'
import { names } from './servers.ts'

export interface Figures {
  /** The machine, the versions, and what is not installed. */
  setting: string[]
  cases: { name: string; costs: Costs }[]
  calls: { name: string; costs: Costs }[]
  /** Milliseconds to the first answer. */
  start: number
  /** Megabytes after all cases. */
  memory: number
  /** Megabytes after the calls, for which the MCP SDK is loaded. */
  memoryCalled: number
  /** With the metrics and without. */
  metrics: { name: string; ratio: Ratio }[]
  /** Where nginx is installed. */
  cache?: CacheFigures
  catalogue: CatalogueFigures
  conversions: ConversionFigures[]
  pages: PagesFigures
}

const { ours, raw, nginx, caddy, fastify, quietFastify } = names

/** The figures in Markdown. */
export const report = (figures: Figures): string =>
  [
    ...[...figures.setting, disturbed(figures)].map((line) => `- ${line}`),
    '',
    caseTable([...figures.cases, ...figures.calls]),
    ...table([
      [cached, `of ${nginx} with the same bytes as files`],
      ...(figures.cache?.cases ?? []).map(({ name, costs }) => {
        const ratio = ofFiles(costs)
        return [name, ratio ? withSpread(ratio) : '']
      })
    ]),
    '',
    ...table([['figure', 'measured', 'target', 'met'], ...targets(figures)]),
    '',
    ...table([
      ['first conversion of a page of', 'this server', 'turndown'],
      ...figures.conversions.map(({ size, ours, turndown }) => [
        `${Math.round(size / 1000)} KB`,
        `${ours.toFixed(1)} ms`,
        `${turndown.toFixed(1)} ms`
      ])
    ]),
    ''
  ].join('\n')

/** The cases on each server, in Markdown. */
export const caseTable = (measured: Figures['cases']): string =>
  [
    'Answers in a CPU second, as a multiple of raw `node:http`; more is faster. In brackets the lowest and the highest round.',
    '',
    ...table([['case', `${raw}, µs an answer`, ...others], ...measured.map(caseRow)]),
    ''
  ].join('\n')

const others = Object.values(names).filter((name) => name !== raw)

function caseRow({ name, costs }: Figures['cases'][number]): string[] {
  const cells = others.map((server) => {
    const ratio = throughput(costs, server, raw)
    if (!ratio) return ''
    return server === ours ? withSpread(ratio) : two(ratio.median)
  })
  return [name, microseconds(costs, raw).toFixed(1), ...cells]
}

/** In how many turns others used the machine as well. */
function disturbed({ cases, calls, cache, catalogue }: Figures): string {
  const costs = [
    ...[...cases, ...calls, ...(cache?.cases ?? [])].map((item) => item.costs),
    catalogue.costs.item,
    catalogue.costs.list
  ]
  const turns = costs.flat().flatMap((round) => [...round.values()])
  return `disturbed by other processes: ${turns.filter(isDisturbed).length} of ${turns.length} turns`
}

const two = (value: number) => value.toFixed(2)
const withSpread = ({ median, low, high }: Ratio) => `${two(median)} (${two(low)}–${two(high)})`

/** One row a target: what it is about, what was measured, what it is, whether it is met. */
function targets({
  cases,
  calls,
  metrics,
  cache,
  start,
  memory,
  memoryCalled,
  catalogue,
  pages
}: Figures): string[][] {
  const { size, costs } = catalogue
  const services = size.toLocaleString('en')
  const parts = [
    ...cases.map(({ name, costs }) => atLeast(`${name}, of ${raw}`, throughput(costs, ours, raw), 0.75)),
    ...cases.map(({ name, costs }) => atLeast(`${name}, of ${caddy}`, throughput(costs, ours, caddy), 1.5)),
    ...cases.map(({ name, costs }) => atLeast(`${name}, of ${fastify}`, throughput(costs, ours, fastify), 3)),
    ...calls.map(({ name, costs }) =>
      atLeast(`${name}, of ${quietFastify}`, throughput(costs, ours, quietFastify), 0.5)
    ),
    ...metrics.map(({ name, ratio }) => atLeast(`${name}: with the metrics, of without`, ratio, 0.97)),
    ...(cache?.cases ?? []).map(({ name, costs }) =>
      atLeast(`${name}: ${cached}, of its files`, ofFiles(costs), 0.9)
    ),
    below('start to the first answer', start, 500, 'ms'),
    below('memory after the load', memory, 100, 'MB'),
    below(`${services} services: start to the first answer`, catalogue.start, 3000, 'ms'),
    atLeast(`${services} services: item, of ${raw}`, throughput(costs.item, ours, raw), 0.75),
    atLeast(`${services} services: list, of ${raw}`, throughput(costs.list, ours, raw), 0.75)
  ]
  parts.push(
    below(`${pages.size.toLocaleString('en')} pages: start to the first answer`, pages.start, 3000, 'ms'),
    below('the same, each read as HTML and as Markdown: memory', pages.memory, 200, 'MB')
  )
  if (cache) parts.push(...mixedTargets(cache.mixed))
  const further = [
    ['memory after the calls of MCP', `${Math.round(memoryCalled)} MB`],
    [`${services} services: memory when each was asked for`, `${Math.round(catalogue.memory.asked)} MB`],
    [`${services} services: memory after the load`, `${Math.round(catalogue.memory.loaded)} MB`]
  ].map((row) => [...row, '', ''])
  return [...parts.flat(), ...further]
}

const mixedTargets = ({ requests, wrong, forms, asked }: CacheFigures['mixed']) => [
  below(
    `${requests.toLocaleString('en')} mixed requests through ${cached}: answers of another`,
    wrong,
    1,
    ''
  ),
  below(`the same: requests for the ${forms} forms that may be kept`, asked, forms + 1, '')
]

const atLeast = (name: string, ratio: Ratio | undefined, target: number) =>
  ratio ? [[name, `${two(ratio.median)} ×`, `≥ ${target} ×`, ratio.median >= target ? 'yes' : '**no**']] : []

const below = (name: string, value: number, target: number, unit: string) => [
  [name, `${Math.round(value)} ${unit}`, `< ${target} ${unit}`, value < target ? 'yes' : '**no**']
]

const table = ([head = [], ...rows]: string[][]) =>
  [head, head.map((_cell, index) => (index === 0 ? '---' : '--:')), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`
  )
