import type { Token } from 'markdown-it'

/**
 * Gives every heading of a text an id, as GitHub does, and leaves a first-level heading only at its start. Returns whether
 * the first heading is of the first level.
 */
export function markHeadings(tokens: Token[]): boolean {
  const ids = new Map<string, number>()
  const first = tokens.find(isHeading)
  const hasTitle = first !== undefined && (first.type === 'html_block' || first.tag === 'h1')
  for (const [index, token] of tokens.entries()) {
    // The content of a heading is one token.
    const closing = tokens[index + 2]
    if (token.type !== 'heading_open' || closing === undefined) continue
    if (token.tag === 'h1' && token !== first) {
      token.tag = 'h2'
      closing.tag = 'h2'
    }
    const id = toId(tokens[index + 1])
    const count = ids.get(id) ?? 0
    ids.set(id, count + 1)
    if (id !== '') token.attrSet('id', count === 0 ? id : `${id}-${count}`)
  }
  return hasTitle
}

const isHeading = ({ type, content }: Token) =>
  type === 'heading_open' || (type === 'html_block' && /<h1[\s>]/i.test(content))

/** Returns the text of a heading in lower case, without punctuation and with hyphens in place of spaces. */
const toId = (inline: Token | undefined) =>
  /* c8 ignore next: a heading always has content */
  (inline?.children ?? [])
    .map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : ''))
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
