// Languages whose usual script is written from right to left.
const rightToLeft = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']

/** Returns the first part of a language tag (BCP 47): `fr` of `fr-CA`. */
export const primaryLanguage = (tag: string) => tag.replace(/-.*/, '').toLowerCase()

export const directionOf = (tag: string): 'rtl' | 'ltr' =>
  rightToLeft.includes(primaryLanguage(tag)) ? 'rtl' : 'ltr'
