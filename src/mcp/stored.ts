import type { Place } from '../business/opening-hours.ts'
import type { Introduction } from './identity.ts'
import type { Prompt } from './methods.ts'
import type { SearchData } from './search.ts'
import type { Tool } from './tool.ts'

/** The files that an export writes for the MCP server of its worker, relative to their folder. */
export const files = {
  server: 'server.json',
  ids: 'ids.json',
  search: 'search.json',
  index: 'search.bin',
  resources: (start: number) => `resources/${start}.json`,
  results: (shard: number) => `results/${shard}.json`
}

/** All that is small. */
export interface StoredServer {
  introduction: Introduction
  tools: Omit<Tool, 'call' | 'check' | 'listIds'>[]
  prompts: Omit<Prompt, 'write'>[]
  templates: [uri: string, template: object][]
  resourceCount: number
  shardCount: number
  hours?: { places: Place[]; url: string }
}

/** Valid ids by `keyOf` of a tool, a template or the argument of a prompt. */
export type StoredIds = Record<string, string[]>

export interface StoredSearch extends Omit<SearchData, 'index' | 'named'> {
  named: [name: string, numbers: number[]][]
}

/** Results by key. Each has the time from which it holds, in milliseconds since 1970; the first one holds before, too. */
export type StoredResults<Result = unknown> = Record<string, [from: number, result: Result][]>

/** Returns the key of ids or of a result. */
export const keyOf = (name: string, id = ''): string => `${name} ${id}`

/** The text for which a stored prompt has the need of its user. No data has this character. */
export const needMark = '\0'
