import table from './phrases.json' with { type: 'json' }

// What the comparer understands of prose, in every language at once, because pages mix them. Other words contradict nothing.
// A phrase of `phrases.json` is the source of a pattern; the first match wins, so a phrase that contains another is before it.
//
// - startingHint, next to an amount: the price may start there. startingHeading, in a line without an amount: the prices below
//   it are starting prices. from, directly before an amount: the price starts there.
// - tax, if the data does not name it. withTax and beforeTax, before the name of the tax: the amount before includes or excludes
//   it. taxIncluded and taxExcluded, after the name, as in "VAT included".
// - allPrices, includeTax and excludeTax: subject and verb of a sentence about all prices; byLaw, its end after the tax.
// - everyDay, workdays, weekend: they can only confirm hours, because the weekend differs between countries.
// - until and and, between the ends of a range and the parts of a list of days or times.
// - days: other names of the days from Monday than in Intl: abbreviations, and forms in a sentence.
// - units: the words after an amount that name its unit, and the noun that names it elsewhere.

const languages = Object.values(table)

export type Meaning = Exclude<keyof (typeof table)['en'], 'days' | 'units'>

/** Returns the pattern of the phrases of some meanings: `(?:from|החל מ-)`. */
export const anyOf = (...meanings: Meaning[]): string =>
  `(?:${meanings.flatMap((meaning) => languages.map((words) => words[meaning]).filter(Boolean)).join('|')})`

export const units: { unit: string; phrase: string; noun: string }[] = languages
  .flatMap(({ units }) => Object.entries(units))
  .map(([unit, [phrase, noun]]) => ({ unit, phrase: String(phrase), noun: String(noun) }))

export const otherDayNames: string[][] = Array.from({ length: 7 }, (_, day) =>
  languages.flatMap(({ days }) => days.slice(day, day + 1).flat())
)
