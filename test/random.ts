/** Returns the first amount, or the second in `npm run test:soak`. */
export const amount = (short: number, whole: number): number =>
  process.env.SOAK === undefined ? short : whole
