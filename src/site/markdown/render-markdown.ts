import MarkdownIt, { type Token } from 'markdown-it'
import { decodePath } from '../../business/url-path.ts'
import { encodePath } from '../../http/link.ts'
import { markDirections } from './directions.ts'
import { markHeadings } from './headings.ts'
import { LimitError, maxHeldBytes } from './limits.ts'

/** A text in Markdown to render as the content of a page. */
export interface TextToRender {
  /** The Markdown without its front matter. */
  text: string
  /** The heading of a text that has none. */
  title: string
  /** The absolute URL of the file: relative links start there. */
  url: string
  /** Public URL of the site, without a trailing slash. */
  baseUrl: string
  /** The direction of the page. */
  direction: 'rtl' | 'ltr'
  /** The path of each page by that of its Markdown file. */
  pages: Record<string, string>
}

/** The content of a page as HTML, or the limit that the text exceeds. */
export type RenderedMarkdown =
  | {
      html: string
      /** The decoded paths of this site that the text links to, and those of the images that it shows. */
      links: string[]
      /** The images of this site, each as its `src`. */
      images: string[]
      /** The URLs of images of other sites. */
      otherImages: string[]
    }
  | { failure: string }

/**
 * Renders Markdown (CommonMark, with tables and strikethrough) as the content of a page, which has one first-level heading.
 * HTML in the text stays. Relative links start at the file; links to Markdown files become links to their pages.
 */
export function renderMarkdown(source: TextToRender): RenderedMarkdown {
  const links = new LinkResolver(source)
  const markdown = createMarkdown(source)
  try {
    const tokens = markdown.parse(source.text, {})
    checkLength(tokens)
    for (const token of listTokens(tokens)) {
      resolveLinks(token, links)
      nameAlignment(token)
    }
    markDirections(tokens, source.direction)
    const hasTitle = markHeadings(tokens)
    const title = hasTitle ? '' : `<h1>${markdown.utils.escapeHtml(source.title)}</h1>\n`
    const html = title + markdown.renderer.render(tokens, markdown.options, {})
    if (Buffer.byteLength(html) > maxHeldBytes) throw new LimitError(tooLong)
    return { html, links: [...links.paths], images: [...links.images], otherImages: [...links.otherImages] }
  } catch (error) {
    if (error instanceof LimitError) return { failure: error.message }
    throw error
  }
}

const tooLong = `it would be larger than ${maxHeldBytes / 1000} KB of HTML`

function createMarkdown({ direction, title }: TextToRender) {
  const markdown = new MarkdownIt({ html: true })
  const { escapeHtml } = markdown.utils
  const { rules } = markdown.renderer
  // As on the other pages: code from left to right, and a frame in which a wide table scrolls.
  const renderCode = (tokens: Token[], index: number) => {
    /* c8 ignore next: the renderer passes the index of a token */
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
    /* c8 ignore next: the renderer passes the index of a token */
    const text = escapeHtml(tokens[index]?.content ?? '')
    return direction === 'rtl' ? isolateNumbers(text) : text
  }
  return markdown
}

const numbers = /(?<!\d)\+?\d+(?:[ \u00a0–:.,/-]\d+)*/g

// The parts of a telephone number, or of a range, would change places in a text from right to left.
const isolateNumbers = (text: string) =>
  text.replace(numbers, (number) => (/[+ \u00a0–]/.test(number) ? `<bdi dir="ltr">${number}</bdi>` : number))

/** Yields every token, with those inside inline text. */
function* listTokens(tokens: Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token
    if (token.children) yield* listTokens(token.children)
  }
}

/** Rejects a text whose HTML would be too long, before it is written: each link repeats the URL of its definition. */
function checkLength(tokens: Token[]): void {
  let length = 0
  for (const { type, content, attrs } of listTokens(tokens)) {
    length += type === 'inline' ? 0 : content.length
    for (const [, value] of attrs ?? []) length += String(value).length
    if (length > maxHeldBytes) throw new LimitError(tooLong)
  }
}

/** Names the alignment of a column for the style sheet, because the Content-Security-Policy allows no `style` attribute. */
function nameAlignment(token: Token): void {
  const [, side] = /^text-align:(\w+)$/.exec(String(token.attrGet('style'))) ?? []
  if (side) token.attrs = [['data-align', side]]
}

function resolveLinks(token: Token, links: LinkResolver): void {
  const href = token.attrGet('href')
  const src = token.attrGet('src')
  if (href !== null) token.attrSet('href', links.toLink(String(href)))
  if (src !== null) {
    token.attrSet('src', links.toImage(String(src)))
    // First, so the size of the image can be added where only these images have it.
    token.attrs?.unshift(['loading', 'lazy'])
    links.addImage(String(token.attrGet('src')))
  }
  if (token.type === 'code_inline') token.attrSet('dir', 'ltr')
  if (token.type === 'html_block' || token.type === 'html_inline')
    token.content = token.content.replace(
      /(?<=\s)(href|src)=(["'])([^"'<>]*)\2/gi,
      (_text, name: string, quote: string, url: string) =>
        `${name}=${quote}${/src/i.test(name) ? links.toImage(url) : links.toLink(url)}${quote}`
    )
}

// The check reports at most this many links of a page.
const maxLinks = 1000

// The sizes of at most this many images of a page are read.
const maxImages = 100

class LinkResolver {
  readonly paths = new Set<string>()
  readonly otherImages = new Set<string>()
  readonly images = new Set<string>()
  readonly #source: TextToRender

  constructor(source: TextToRender) {
    this.#source = source
  }

  /** Returns a link of the text for the page: only its path if it is on this site. */
  toLink(link: string): string {
    const { url, baseUrl, pages } = this.#source
    if (link.startsWith('#') || !URL.canParse(link, url)) return link
    const { origin, pathname, search, hash } = new URL(link, url)
    // A path that starts with two slashes would be another host.
    if (origin !== new URL(baseUrl).origin || pathname.startsWith('//')) return link
    const path = decodePath(pathname)
    const page = pages[path]
    if (this.paths.size < maxLinks) this.paths.add(page ?? path)
    return (page === undefined ? pathname : encodePath(page)) + search + hash
  }

  addImage(src: string): void {
    if (src.startsWith('/') && this.images.size < maxImages) this.images.add(src)
  }

  toImage(link: string): string {
    const src = this.toLink(link)
    if (/^(?:https?:)?\/\//i.test(src) && this.otherImages.size < maxLinks) this.otherImages.add(src)
    return src
  }
}
