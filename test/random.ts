import fc from 'fast-check'

const seed = process.env.FUZZ_SEED
// The one seed of random tests. `npm run verify fuzz` and `soak` set a new one, and print it.
fc.configureGlobal({ seed: Number(seed ?? 34) })

/** Returns the first number of runs, or the second with a new seed. */
export const amount = (short: number, whole: number): number => (seed === undefined ? short : whole)
