import type { Temporal as Api } from 'temporal-polyfill'

let temporal: typeof Api | undefined

/** Loads the time arithmetic. Only a business with hours needs it, because it takes 20 to 80 ms and 10 MB. */
export async function loadTemporal(): Promise<void> {
  // Node.js 26 has its own, which the polyfill returns if it exists.
  temporal ??= (await import('temporal-polyfill')).Temporal
}

/** Returns the time arithmetic. Throws if it is not loaded. */
export function getTemporal(): typeof Api {
  /* c8 ignore next: only a bug can call it before loadTemporal */
  if (temporal === undefined) throw new Error('temporal: must be loaded before hours are resolved')
  return temporal
}
