import type { Place } from '../business/opening-hours.ts'
import type { Introduction } from './identity.ts'
import type { Prompt, Template } from './methods.ts'
import type { Tool } from './tool.ts'

/** The files that an export writes for the MCP server of its worker, relative to their folder. */
export const files = {
  server: 'server.json',
  search: 'search.json',
  results: (shard: number) => `results/${shard}.json`
}

export interface StoredServer {
  introduction: Introduction
  tools: Omit<Tool, 'call' | 'listIds'>[]
  prompts: Omit<Prompt, 'write'>[]
  templates: Pick<Template, 'uriTemplate'>[]
  resourceCount: number
  shardCount: number
  hours?: { places: Place[]; url: string }
}

/** Returns the key of a result: of a tool and its id, or of a prompt and its topic. */
export const keyOf = (name: string, id = ''): string => `${name} ${id}`

export const idsOf = (name: string): string => `ids of ${name}`

export const resourcesFrom = (start: number): string => `resources from ${start}`

/** The text for which a stored prompt has the need of its user. No data has this character. */
export const needMark = '\0'
