import { check } from '../serve.ts'

/** Checks the data and prints its item counts. */
export const run = () => check()
