const least = 50
const most = 160

/** A description for a page's head: the texts up to where they are long enough, cut at the end of a word. */
export function describe(...texts: (string | undefined)[]): string {
  const text = texts.reduce<string>(
    (sum, next) => (sum.length >= least || !next ? sum : sum === '' ? next : `${sum} ${next}`),
    ''
  )
  if (text.length <= most) return text
  return `${text.slice(0, most).replace(/\s+\S*$/, '')}…`
}
