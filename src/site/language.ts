import { primaryLanguage } from '../business/values.ts'

// Languages whose usual script is written from right to left.
const rightToLeft = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']

export const directionOf = (tag: string): 'rtl' | 'ltr' =>
  rightToLeft.includes(primaryLanguage(tag)) ? 'rtl' : 'ltr'
