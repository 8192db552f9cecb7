import { type CacheFigures, cacheName, compareWithFiles } from './cache.ts'
import type { CatalogueFigures } from './catalogue.ts'
import { type Costs, microseconds, type Ratio, replayOf, throughput } from './compare.ts'
import type { ConversionFigures } from './conversion.ts'
import { isDisturbed } from './load.ts'
import type { PagesFigures } from './pages.ts'
import { names } from './servers.ts'

export interface Figures {
  /** The machine, the versions, and the programs that are not installed. */
  setting: string[]
  cases: { name: string; costs: Costs }[]
  calls: { name: string; costs: Costs }[]
  /** Milliseconds to the first response. */
  start: number
  /** Megabytes after all cases. */
  memory: number
  /** Megabytes after the MCP calls, which load the MCP SDK. */
  memoryAfterCalls: number
  /** Throughput with metrics, as a multiple of that without. */
  metrics: { name: string; ratio: Ratio }[]
  /** Missing if nginx is not installed. */
  cache?: CacheFigures
  catalogue: CatalogueFigures
  conversions: ConversionFigures[]
  pages: PagesFigures
}

const { ours, raw, nginx, caddy, fastify, quietFastify } = names

/** Renders the figures as Markdown. */
export const report = (figures: Figures): string =>
  [
    ...[...figures.setting, describeDisturbance(figures)].map((line) => `- ${line}`),
    '',
    caseTable([...figures.cases, ...figures.calls]),
    ...table([
      [cacheName, `multiple of ${nginx} with the same bytes as files`],
      ...(figures.cache?.cases ?? []).map(({ name, costs }) => {
        const ratio = compareWithFiles(costs)
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

/** Renders the cases on each server as Markdown. */
export const caseTable = (results: Figures['cases']): string =>
  [
    'Responses per CPU second, as a multiple of bare `node:http`; more is faster. In brackets: the lowest and the highest round.',
    '',
    ...table([['case', `${raw}, µs per response`, ...others], ...results.map(caseRow)]),
    ''
  ].join('\n')

/** Renders the cases on two builds of this server as Markdown. */
export const buildTable = (results: Figures['cases'], build: string): string =>
  [
    'Responses per CPU second. In brackets: the lowest and the highest round.',
    '',
    ...table([
      ['case', 'this build / node:http', `${build} / node:http`, `this build / ${build}`],
      ...results.map(({ name, costs }) => [
        name,
        ...[
          throughput(costs, ours, replayOf({ name: ours })),
          throughput(costs, build, replayOf({ name: build })),
          throughput(costs, ours, build)
        ].map((ratio) => (ratio ? withSpread(ratio) : ''))
      ])
    ]),
    ''
  ].join('\n')

const others = Object.values(names).filter((name) => name !== raw)

function caseRow({ name, costs }: Figures['cases'][number]): string[] {
  const cells = others.map((server) => {
    const ratio = throughput(costs, server, raw)
    if (!ratio) return ''
    return server === ours ? withSpread(ratio) : format(ratio.median)
  })
  return [name, microseconds(costs, raw).toFixed(1), ...cells]
}

/** Describes how many turns other processes disturbed. */
function describeDisturbance({ cases, calls, cache, catalogue }: Figures): string {
  const costs = [
    ...[...cases, ...calls, ...(cache?.cases ?? [])].map((item) => item.costs),
    catalogue.costs.item,
    catalogue.costs.list
  ]
  const turns = costs.flat().flatMap((round) => [...round.values()])
  return `disturbed by other processes: ${turns.filter(isDisturbed).length} of ${turns.length} turns`
}

const format = (value: number) => value.toFixed(2)
const withSpread = ({ median, low, high }: Ratio) => `${format(median)} (${format(low)}–${format(high)})`

/** Returns one row per target: its name, the measured value, the target, and whether it is met. */
function targets({
  cases,
  calls,
  metrics,
  cache,
  start,
  memory,
  memoryAfterCalls,
  catalogue,
  pages
}: Figures): string[][] {
  const { size, costs } = catalogue
  const services = size.toLocaleString('en')
  const parts = [
    ...cases.map(({ name, costs }) =>
      atLeast(`${name}, multiple of ${raw}`, throughput(costs, ours, raw), 0.75)
    ),
    ...cases.map(({ name, costs }) =>
      atLeast(`${name}, multiple of ${caddy}`, throughput(costs, ours, caddy), 1.5)
    ),
    ...cases.map(({ name, costs }) =>
      atLeast(`${name}, multiple of ${fastify}`, throughput(costs, ours, fastify), 3)
    ),
    ...calls.map(({ name, costs }) =>
      atLeast(`${name}, multiple of ${quietFastify}`, throughput(costs, ours, quietFastify), 0.5)
    ),
    ...metrics.map(({ name, ratio }) => atLeast(`${name}: with metrics, multiple of without`, ratio, 0.97)),
    ...(cache?.cases ?? []).map(({ name, costs }) =>
      atLeast(`${name}: ${cacheName}, multiple of files`, compareWithFiles(costs), 0.9)
    ),
    below('start to the first response', start, 500, 'ms'),
    below('memory after the load', memory, 100, 'MB'),
    below(`${services} services: start to the first response`, catalogue.start, 3000, 'ms'),
    atLeast(`${services} services: item, multiple of ${raw}`, throughput(costs.item, ours, raw), 0.75),
    atLeast(`${services} services: list, multiple of ${raw}`, throughput(costs.list, ours, raw), 0.75)
  ]
  parts.push(
    below(`${pages.size.toLocaleString('en')} pages: start to the first response`, pages.start, 3000, 'ms'),
    below('the same, after reading each as HTML and as Markdown: memory', pages.memory, 200, 'MB')
  )
  if (cache) parts.push(...mixedTargets(cache.mixed))
  const further = [
    ['memory after the MCP calls', `${Math.round(memoryAfterCalls)} MB`],
    [
      `${services} services: memory after each was requested`,
      `${Math.round(catalogue.memory.afterRequests)} MB`
    ],
    [`${services} services: memory after the load`, `${Math.round(catalogue.memory.afterLoad)} MB`]
  ].map((row) => [...row, '', ''])
  return [...parts.flat(), ...further]
}

const mixedTargets = ({ requests, wrong, representations, originRequests }: CacheFigures['mixed']) => [
  below(
    `${requests.toLocaleString('en')} mixed requests through ${cacheName}: wrong responses`,
    wrong,
    1,
    ''
  ),
  below(
    `the same: requests to the server for ${representations} cacheable representations`,
    originRequests,
    representations + 1,
    ''
  )
]

const atLeast = (name: string, ratio: Ratio | undefined, target: number) =>
  ratio
    ? [[name, `${format(ratio.median)} ×`, `≥ ${target} ×`, ratio.median >= target ? 'yes' : '**no**']]
    : []

const below = (name: string, value: number, target: number, unit: string) => [
  [name, `${Math.round(value)} ${unit}`, `< ${target} ${unit}`, value < target ? 'yes' : '**no**']
]

export const table = ([head = [], ...rows]: string[][]) =>
  [head, head.map((_cell, index) => (index === 0 ? '---' : '--:')), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`
  )
