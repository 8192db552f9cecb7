import { en } from './words/en.ts'
import { he, type Strings } from './words/he.ts'

// Languages whose usual script is written from right to left.
const rightToLeft = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']

const primary = (language: string) => language.replace(/-.*/, '').toLowerCase()

export const directionOf = (language: string): 'rtl' | 'ltr' =>
  rightToLeft.includes(primary(language)) ? 'rtl' : 'ltr'

/** The fixed words in a language; English where they have not been written in it. */
export const stringsOf = (language: string): Strings => (primary(language) === 'he' ? he : en)
