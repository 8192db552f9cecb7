import { htmlToMarkdown } from '../../src/markdown/html-to-markdown.ts'

export const source = (html: string | Buffer) => ({
  bytes: Buffer.from(html),
  url: 'https://shop.example/about/',
  language: 'en',
  modified: '2026-11-20',
  preface: '> preface'
})

/** Returns the whole Markdown of a page, or the failure. */
export function markdownOf(html: string | Buffer): string {
  const conversion = htmlToMarkdown(source(html))
  return 'failure' in conversion ? conversion.failure : conversion.markdown
}

/** Returns the Markdown after the front matter and the preface, with links as they are in a page, or the failure. */
export const contentOf = (html: string | Buffer) =>
  markdownOf(html)
    .replace(/^---\n.*?> preface\n\n?/s, '')
    .replaceAll('https://shop.example/about/', '')
    .replaceAll('https://shop.example/', '/')
    .trimEnd()

/** Returns rows of HTML and Markdown that have one Markdown in common. */
export const each = (parts: string[], write: (part: string) => string, markdown: string) =>
  Object.fromEntries(parts.map((part) => [write(part), markdown]))
