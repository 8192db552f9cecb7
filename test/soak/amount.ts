/** How much of it `npm test` does, and how much `npm run test:soak`. */
export const amount = (short: number, whole: number): number =>
  process.env.SOAK === undefined ? short : whole
