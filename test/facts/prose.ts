import { type ChildNode, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { squeeze } from '../../src/base/text.ts'

/** Code, and the fields on /developers/, which quote the specification. */
const exempt = (name: string, attributes: Record<string, string>) =>
  ['script', 'style', 'code', 'pre'].includes(name) || attributes.class === 'field-list'

const isProse = (attribute: string) =>
  ['content', 'alt', 'title', 'aria-label', 'placeholder'].includes(attribute) ||
  attribute.startsWith('data-')

/** Returns the sentences of a page: its texts, the attributes that hold text, and the values of its JSON-LD. */
export function proseOfHtml(html: string): string[] {
  const walk = (node: ChildNode): string[] => {
    if (isText(node)) return [node.data]
    if (!isTag(node)) return []
    const first = node.children.find(isTag)
    const isObjects =
      first?.name === 'h2' && first.children.some((child) => isText(child) && child.data === 'Objects')
    const isJson = node.attribs.type === 'application/ld+json'
    if (isJson)
      return node.children.flatMap((child) => (isText(child) ? proseOfJson(JSON.parse(child.data)) : []))
    const attributes = Object.entries(node.attribs).flatMap(([name, value]) => (isProse(name) ? [value] : []))
    if (exempt(node.name, node.attribs) || isObjects) return []
    return [...attributes, ...node.children.flatMap(walk)]
  }
  return parseDocument(html).children.flatMap(walk).map(squeeze).filter(Boolean)
}

/** Returns the lines of Markdown or plain text without code, tables, and the fields and objects of the specification. */
export function proseOfText(text: string): string[] {
  const lines = text
    .replace(/^(#+) Objects$.*?(?=^\1 |^Source: |(?![\s\S]))/gms, '')
    .replace(/^- \*\*`.*$/gm, '')
    .replace(/```.*?```/gs, '')
    .replace(/`[^`\n]*`/g, '')
    .split('\n')
  return lines
    .filter((line) => !line.startsWith('|'))
    .map(squeeze)
    .filter(Boolean)
}

const schemas = ['components', 'outputSchema', 'examples', 'structuredContent']

/** Returns the texts of a JSON document without its schemas and their examples. */
export function proseOfJson(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n').map(squeeze).filter(Boolean)
  if (Array.isArray(value)) return value.flatMap(proseOfJson)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => (schemas.includes(name) ? [] : proseOfJson(part)))
}
