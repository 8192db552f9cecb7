import MarkdownIt, { type Token } from 'markdown-it'
import { type Direction, directionOfText, ownDirection, splitByDirection } from '../base/language.ts'
import { decodePath, encodePath } from '../base/url-path.ts'
import { maxHeldBytes } from '../resources/resources.ts'

export interface MarkdownSource {
  /** The Markdown without its front matter. */
  text: string
  /** The heading of a text that has none. */
  title: string
  /** The absolute URL of the file: relative links start there. */
  url: string
  /** Public URL of the site, without a trailing slash. */
  baseUrl: string
  direction: Direction
  /** The path of each page by the path of its Markdown file. */
  pages: Record<string, string>
}

export type Rendering =
  | {
      html: string
      /** The decoded paths of this site that the text links to, and the paths of the images that it shows. */
      links: string[]
      /** The images of this site, each as its `src`. */
      images: string[]
      /** The URLs of images of other sites, and of the files of other sites that HTML shows, such as a film in a frame. */
      otherImages: string[]
      otherFiles: string[]
    }
  | { failure: string }

/**
 * Renders Markdown (CommonMark, with tables and strikethrough) as the content of a page, which has one first-level heading.
 * HTML in the text stays. Relative links start at the file; links to Markdown files become links to their pages.
 */
export function markdownToHtml(source: MarkdownSource): Rendering {
  const links = createLinks(source)
  const markdown = createMarkdown(source)
  const tokens = markdown.parse(source.text, {})
  if (isTooLong(tokens)) return { failure: tooLong }
  for (const token of listTokens(tokens)) {
    resolveLinks(token, links)
    nameAlignment(token)
  }
  markDirections(tokens, source.direction)
  const hasTitle = markHeadings(tokens)
  const title = hasTitle ? '' : writeTitle(source, markdown.utils.escapeHtml)
  const html = title + markdown.renderer.render(tokens, markdown.options, {})
  if (Buffer.byteLength(html) > maxHeldBytes) return { failure: tooLong }
  return {
    html,
    links: [...links.links],
    images: [...links.images],
    otherImages: [...links.otherImages],
    otherFiles: [...links.otherFiles]
  }
}

function writeTitle({ title, direction }: MarkdownSource, escapeHtml: (text: string) => string): string {
  const own = ownDirection(title, direction)
  return `<h1${own ? ` dir="${own}"` : ''}>${escapeHtml(title)}</h1>\n`
}

const tooLong = `it would be larger than ${maxHeldBytes / 1000} KB of HTML`

function createMarkdown({ direction, title }: MarkdownSource) {
  const markdown = new MarkdownIt({ html: true })
  const { escapeHtml } = markdown.utils
  const { rules } = markdown.renderer
  // As on the other pages: code from left to right, and a frame in which a wide table scrolls.
  const renderCode = (tokens: Token[], index: number) => {
    const { content = '', info = '' } = tokens[index] ?? {}
    const [language] = info.trim().split(/\s/)
    const name = language ? ` class="language-${escapeHtml(language)}"` : ''
    return `<pre dir="ltr"><code${name}>${escapeHtml(content)}</code></pre>\n`
  }
  rules.fence = renderCode
  rules.code_block = renderCode
  rules.table_open = (tokens, index, options, _env, renderer) =>
    `<div class="scroller" role="group" tabindex="0" aria-label="${escapeHtml(title)}">${renderer.renderToken(tokens, index, options)}`
  rules.table_close = () => '</table></div>\n'
  rules.text = (tokens, index) => {
    const parts = splitByDirection(tokens[index]?.content ?? '', direction)
    return parts
      .map(({ part, isolates }) => {
        const name = isolates === 'number' ? ' class="unbroken"' : ''
        return isolates ? `<bdi dir="ltr"${name}>${escapeHtml(part)}</bdi>` : escapeHtml(part)
      })
      .join('')
  }
  return markdown
}

function* listTokens(tokens: Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token
    if (token.children) yield* listTokens(token.children)
  }
}

/** Returns whether the HTML of a text would be too long, before it is written: each link repeats the URL of its definition. */
function isTooLong(tokens: Token[]): boolean {
  let length = 0
  for (const { type, content, attrs } of listTokens(tokens)) {
    length += type === 'inline' ? 0 : content.length
    for (const [, value] of attrs ?? []) length += String(value).length
    if (length > maxHeldBytes) return true
  }
  return false
}

/** Names the alignment of a column for the style sheet, because the Content-Security-Policy allows no `style` attribute. */
function nameAlignment(token: Token): void {
  const [, side] = /^text-align:(\w+)$/.exec(String(token.attrGet('style'))) ?? []
  if (side) token.attrs = [['data-align', side]]
}

function resolveLinks(token: Token, links: Links): void {
  const href = token.attrGet('href')
  const src = token.attrGet('src')
  if (href !== null) token.attrSet('href', links.toLink(String(href)))
  if (src !== null) {
    const image = links.toFile(String(src), links.otherImages)
    token.attrSet('src', image)
    // First, so the size of the image can be added where only these images have it.
    token.attrs?.unshift(['loading', 'lazy'])
    if (image.startsWith('/') && links.images.size < maxImages) links.images.add(image)
  }
  if (token.type === 'code_inline') token.attrSet('dir', 'ltr')
  if (token.type === 'html_block' || token.type === 'html_inline')
    token.content = token.content.replace(startTag, (tag) => resolveTag(tag, links))
}

const startTag = /<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi

// Or the quoted value of another attribute.
const attribute =
  /"[^"]*"|'[^']*'|(?<=\s)(href|src|poster|srcset)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'=`>]+))/gi

// As in "a.png, b.png 2x" and "a.png 1x,b.png 2x".
const sources = /(?<=^\s{0,9}|,\s{1,9}|\s[\d.]{1,9}[wxh],)[^\s,]\S*?(?=,?(?:\s|$))/g

function resolveTag(tag: string, links: Links): string {
  return tag.replace(attribute, (text, given = '', double?: string, single?: string, bare = '') => {
    const name = given.toLowerCase()
    const resolve = (url: string) =>
      name === 'href' ? links.toLink(url) : links.toFile(url, links.otherFiles)
    if (name === '') return text
    const [value, quote] = single === undefined ? [double ?? bare, '"'] : [single, "'"]
    return `${name}=${quote}${name === 'srcset' ? value.replace(sources, resolve) : resolve(value)}${quote}`
  })
}

// The check reports at most this many links of a page.
const maxLinks = 1000

// The sizes of at most this many images of a page are read.
const maxImages = 100

type Links = ReturnType<typeof createLinks>

function createLinks({ url, baseUrl, pages }: MarkdownSource) {
  const links = new Set<string>()
  const images = new Set<string>()
  const otherImages = new Set<string>()
  const otherFiles = new Set<string>()
  /** Returns a link of the text for the page: only its path if it is on this site. */
  const toLink = (link: string): string => {
    if (link.startsWith('#') || !URL.canParse(link, url)) return link
    const { origin, pathname, search, hash } = new URL(link, url)
    // A path that starts with two slashes would be another host.
    if (origin !== new URL(baseUrl).origin || pathname.startsWith('//')) return link
    const path = decodePath(pathname).normalize()
    const page = pages[path]
    if (links.size < maxLinks) links.add(page ?? path)
    return (page === undefined ? pathname : encodePath(page)) + search + hash
  }

  /** As `toLink`, for a file that the page shows: its URL is one of the others if it is on another site. */
  const toFile = (link: string, others: Set<string>): string => {
    const src = toLink(link)
    if (/^(?:https?:)?\/\//i.test(src) && others.size < maxLinks) others.add(src)
    return src
  }
  return { links, images, otherImages, otherFiles, toLink, toFile }
}

/** Gives every heading an id, as GitHub does, and leaves a first-level heading only at the start. Returns whether the first heading is of the first level. */
function markHeadings(tokens: Token[]): boolean {
  // By id: the number of its last repetition.
  const counts = new Map<string, number>()
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
    const name = toId(tokens[index + 1])
    if (name === '') continue
    let count = counts.get(name) ?? 0
    const idOf = () => (count === 0 ? name : `${name}-${count}`)
    while (counts.has(idOf())) count += 1
    counts.set(name, count).set(idOf(), 0)
    token.attrSet('id', idOf())
  }
  return hasTitle
}

const isHeading = ({ type, content }: Token) =>
  type === 'heading_open' || (type === 'html_block' && /<h1[\s>]/i.test(content))

const toId = (inline: Token | undefined) =>
  (inline?.children ?? [])
    .map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : ''))
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** Sets the direction of each block in another direction than the text around it. */
function markDirections(tokens: Token[], pageDirection: Direction): void {
  const outerDirections: Direction[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.nesting === -1) outerDirections.pop()
    if (token.nesting !== 1) continue
    const outer = outerDirections.at(-1) ?? pageDirection
    // Of a table, only the cells may differ, because they begin at the edges of the columns.
    const text = /^t(?:head|body|r)_/.test(token.type) ? '' : readBlock(tokens, index)
    const own = directionOfText(text, pageDirection) ?? outer
    if (own !== outer) token.attrSet('dir', own)
    outerDirections.push(own)
  }
}

/** Returns the text of the block that opens at an index. The parser limits the depth. */
function readBlock(tokens: Token[], start: number): string {
  const { level = 0 } = tokens[start] ?? {}
  let text = ''
  for (let at = start + 1; (tokens[at]?.level ?? 0) > level; at += 1)
    for (const { type, content } of tokens[at]?.children ?? []) text += type === 'text' ? content : ' '
  return text
}
