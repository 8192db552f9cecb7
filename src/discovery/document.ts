import type { SurfaceContext } from '../surfaces/surface-context.ts'

/** A generated document and the paths where agents look for it. */
export interface DiscoveryDocument {
  /** The path that other documents link to, and further paths with the same bytes. */
  paths: [string, ...string[]]
  mediaType: string
  headers?: Record<string, string>
  /** Returns when the document that is created now changes; without it, only the facts change it. */
  expires?: (context: SurfaceContext, now: Date) => Date | undefined
  create: (context: SurfaceContext) => string | Promise<string>
}

export const jsonType = 'application/json; charset=utf-8'
export const textType = 'text/plain; charset=utf-8'
export const markdownType = 'text/markdown; charset=utf-8'
export const xmlType = 'application/xml; charset=utf-8'

/** Returns a value as indented JSON. */
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
