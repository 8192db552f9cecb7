import {
  type Document,
  type ErrorCode,
  isMap,
  isScalar,
  LineCounter,
  type ParsedNode,
  parseDocument
} from 'yaml'
import type { Finding } from '../base/problem.ts'
import { refusesIndexing, squeeze } from '../base/text.ts'

// Parsing crafted YAML of this length takes less than 100 ms.
const maxYaml = 2000

// Metadata begins with a key. A rule (`---`) at the start of a text is not front matter.
const start = /^\ufeff?---(?:ya?ml)?[ \t]*\r?\n(?=(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*["']?[\w-]+["']?[ \t]*:)/
const end = /^(?:---|\.\.\.)[ \t]*\r?$/m

// As in Jekyll, Hugo and WordPress. Not read as YAML, because invalid front matter must not publish a draft.
const no = `["']?(?:false|no|off|n|0)["']?`
const lineEnd = `[ \\t]*(?:#.*)?\\r?$`
const published = '(?:(?:is_?)?publish(?:ed)?|render|permalink)'
const status = `(?:(?:post_)?status|visibility)["']?[ \\t]*[:=]\\s*["']?(?:(?:auto-)?draft|pending|future|scheduled|private|hidden|trash|unpublished)`
// Hugo renders no page for it.
const build = `_?build["']?[ \\t]*:(?:[ \\t]*\\{[^\\n}]{0,200}|[ \\t]*(?:#.*)?(?:\\r?\\n[ \\t].*){0,4}?\\r?\\n[ \\t]+)["']?render["']?[ \\t]*:[ \\t]*["']?(?:never|false)\\b`
const draft = new RegExp(
  `^["']?(?:(?:(?:is_?)?draft|private|unpublished)["']?[ \\t]*[:=](?!(?:[ \\t]*(?:${no}|null|~))?${lineEnd}(?!\\n[ \\t]+["']?(?:true|yes|on)))|${published}["']?[ \\t]*[:=]\\s*${no}${lineEnd}|${status}["']?${lineEnd}|${build})`,
  'im'
)

// TOML and JSON of Hugo, and YAML in braces.
const otherStart =
  /^(?:\+\+\+[ \t]*(?=\r?\n)[\s\S]*?(?:\n\+\+\+|$)|---toml[ \t]*\r?\n[\s\S]*?(?:\n---|$)|(?:---(?:json)?\s*)?\{[\s\S]*?(?:\}[ \t]*(?:\r?\n|$)|$))/

/** Such as `draft: true`, `published: false` or `status: private`, also next to characters that its author cannot see. */
export function isDraft(markdown: string): boolean {
  const text = markdown.replace(/[\p{Cf}\u00a0]/gu, '').trimStart()
  const yaml = splitFrontMatter(text)?.yaml
  if (yaml === undefined)
    return draft.test((otherStart.exec(text)?.[0] ?? '').replace(/[{},]\s*|^[ \t]+/gm, '\n'))
  // All keys may be indented.
  const [indent = ''] = /^[ \t]*(?=["']?[\w-])/m.exec(yaml) ?? []
  return draft.test(yaml.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
}

export function whyNoPage(markdown: string): string {
  const text = markdown.trimStart()
  if (/[\0\ufffd]/.test(text)) return 'an encoding other than UTF-8'
  if (otherStart.test(text)) return 'front matter that is not YAML'
  return start.test(text.replace(/^<!--[\s\S]{0,500}?-->\s*/, '')) && !start.test(markdown)
    ? 'text before its front matter'
    : 'front matter without a title'
}

/** Returns undefined if the file begins with no front matter. It is closed if a line `---` ends it. */
export function splitFrontMatter(markdown: string) {
  const [opening] = start.exec(markdown) ?? []
  if (opening === undefined) return undefined
  const rest = markdown.slice(opening.length)
  const closing = end.exec(rest)
  if (closing === null) return { yaml: rest, isClosed: false, text: '' }
  const text = rest.slice(closing.index + closing[0].length)
  return { yaml: rest.slice(0, closing.index), isClosed: true, text }
}

export type FrontMatter = Exclude<ReturnType<typeof readFrontMatter>, Finding | undefined>

/** Reads YAML, as Jekyll and Hugo do. Returns undefined if the file has no front matter, or none with a title. */
export function readFrontMatter(markdown: string) {
  const parts = splitFrontMatter(markdown)
  if (parts === undefined) return undefined
  if (!parts.isClosed)
    return finding(1, 1, 'the front matter has no end', 'Write a line --- after its last field.')
  if (parts.yaml.length > maxYaml)
    return finding(1, 1, `the front matter must have at most ${maxYaml} characters`)
  const lines = new LineCounter()
  // In this schema every scalar is a string, so a title may be a number or a date.
  const document = parseDocument(parts.yaml, { schema: 'failsafe', prettyErrors: false, lineCounter: lines })
  const [error] = document.errors
  if (error) {
    const { line, col } = lines.linePos(error.pos[0])
    const hint = hints[error.code] ?? quoteHint
    return finding(line + 1, col, `the front matter is not valid YAML (${error.message})`, hint)
  }
  if (!document.has('title')) return undefined
  const values = ['title', 'description'].map((key) => document.get(key) ?? '')
  const [title, description] = values.map((value) => (typeof value === 'string' ? squeeze(value) : undefined))
  const findingAt = (key: string, message: string) => {
    const { line, col } = lines.linePos(findField(document, key))
    return finding(line + 1, col, message, quoteHint)
  }
  if (!title) return findingAt('title', 'title must be a text')
  if (description === undefined) return findingAt('description', 'description must be a text')
  const textOf = (key: string) => String(document.get(key) ?? '')
  const textAt = (...path: string[]) => (isMap(document.get(path[0])) ? String(document.getIn(path)) : '')
  const isNo = (key: string) => /^(?:false|no|off|n|0|null|~)$/i.test(textOf(key))
  const isListed =
    delisting.every((key) => textOf(key) === '' || isNo(key)) &&
    !['index', 'sitemap'].some(isNo) &&
    !['build', '_build'].some((key) => /^(?:never|false)$/.test(textAt(key, 'list'))) &&
    !['disable', 'exclude'].some((key) => textAt('sitemap', key) === 'true') &&
    textAt('seo', 'noindex') !== 'true' &&
    textAt('robots', 'index') !== 'false' &&
    ![textOf('robots'), textOf('googlebot'), ...['meta', 'seo'].map((key) => textAt(key, 'robots'))].some(
      refusesIndexing
    )
  const menu = squeeze(textOf('menu')).toLowerCase()
  return {
    title: title.slice(0, maxTitle),
    description,
    isListed,
    /** When another program would begin to publish it, and end; empty if it says nothing. */
    starts: textOf('publishDate') || textOf('pubDate') || textOf('date'),
    ends: textOf('expiryDate') || textOf('unpublishDate'),
    isInMenu: /^(?:true|yes|on)$/.test(menu),
    /** Whether `menu` is a field of another program, such as Hugo's `menu: main`. */
    hasOtherMenu:
      !/^(?:true|yes|on|false|no|off)?$/.test(menu) ||
      ['menus', 'eleventyNavigation'].some((key) => document.has(key)),
    /** Fields that give pages another address, which have no effect here. */
    ignored: addressFields.filter((key) => document.has(key))
  }
}

function findField({ contents }: Document.Parsed, name: string): number {
  const pairs = isMap<ParsedNode>(contents) ? contents.items : []
  const [start = 0] = pairs.flatMap(({ key }) => (isScalar(key) && key.value === name ? key.range[0] : []))
  return start
}

// As in Hugo and its themes, Jekyll, Eleventy and WordPress.
const delisting =
  'noindex noIndex no_index robotsNoIndex unlisted hidden sitemap_exclude sitemapExclude eleventyExcludeFromCollections'.split(
    ' '
  )
const addressFields =
  'permalink url slug aliases redirect_from redirect_to canonical canonicalURL canonical_url'.split(' ')

const maxTitle = 200
const quoteHint = 'Write quotation marks around a text that has a colon or begins with a sign.'
const hints: Partial<Record<ErrorCode, string>> = {
  DUPLICATE_KEY: 'Delete one of the two fields.',
  TAB_AS_INDENT: 'Write each field at the start of its line, and spaces in place of tabs.',
  UNEXPECTED_TOKEN: 'Write quotation marks around the whole text, and the other kind of them within it.'
}

const finding = (line: number, column: number, message: string, hint?: string): Finding => ({
  pointer: '',
  line,
  column,
  message,
  ...(hint && { hint })
})
