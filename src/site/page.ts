import type { IncomingHttpHeaders } from 'node:http'
import { encodePath } from '../http/encode-path.ts'
import { chooseMediaType, pageTypes } from '../http/media-type.ts'
import { Representation } from '../http/representation.ts'
import { type Answer, type Answerable, type Refusal, Resource } from '../http/resource.ts'
import type { Conversion } from './markdown/convert.ts'

/** A page as Markdown: at its own address, and as what is sent where Accept chooses it. */
export interface MarkdownForms {
  atAddress: Resource
  chosen: Resource
}

type FileHeaders = Record<string, string>

// About what a page takes that is sent from its file, in bytes.
const headersSize = 1000

interface Parts {
  /** The page as HTML, or the headers for its file, if that is too large to be held in memory. */
  html: Resource | FileHeaders
  /** Headers of the page as Markdown, whichever way it is asked for. */
  headers: Record<string, string>
  /** Path of the page as Markdown; where it has none, what Accept chooses is at no other address. */
  markdownPath?: string
  convert: () => Promise<Conversion>
  /** Called when the page holds more than before. */
  grown?: () => void
}

/** What the form of a page depends on. */
export const vary = 'Accept, Accept-Encoding'
const notAcceptable: Refusal = {
  status: 406,
  vary,
  message: `The page is there as ${pageTypes.join(' and ')}. Accept one of them.`
}

/** A page that is HTML or Markdown, as Accept asks (RFC 9110, section 12.1); it is converted when first asked for. */
export class Page implements Answerable {
  readonly #parts: Parts
  #markdown: Promise<MarkdownForms | Refusal> | undefined
  #made: MarkdownForms | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get #html(): Resource | undefined {
    const { html } = this.#parts
    return html instanceof Resource ? html : undefined
  }

  get size(): number {
    return (this.#html?.size ?? headersSize) + (this.#made?.chosen.size ?? 0)
  }

  kept(request: IncomingHttpHeaders): Answer | undefined {
    const type = chooseMediaType(request.accept)
    return type === 'text/html' ? this.#html?.kept(request) : type && this.#made?.chosen.kept(request)
  }

  async answer(request: IncomingHttpHeaders): Promise<Answer | Refusal> {
    const type = chooseMediaType(request.accept)
    if (type !== 'text/markdown') return (type && this.#html?.answer(request)) ?? notAcceptable
    const markdown = await this.markdown()
    return 'status' in markdown ? markdown : markdown.chosen.answer(request)
  }

  /** Returns the headers for the file of the page, if a request is to be answered by that. */
  fileHeaders({ accept }: IncomingHttpHeaders): FileHeaders | undefined {
    const { html } = this.#parts
    return html instanceof Resource || chooseMediaType(accept) !== 'text/html' ? undefined : html
  }

  /** The page as Markdown, converted once; a refusal where it cannot be now. */
  markdown(): Promise<MarkdownForms | Refusal> {
    this.#markdown ??= this.#convert().finally(() => {
      if (this.#made === undefined) this.#markdown = undefined
    })
    return this.#markdown
  }

  async #convert(): Promise<MarkdownForms | Refusal> {
    const { headers, markdownPath, convert, grown } = this.#parts
    const conversion = await convert()
    if ('refusal' in conversion) {
      return { status: 406, vary, message: `The page is there as text/html only: ${conversion.refusal}.` }
    }
    this.#made = markdownForms(conversion, headers, markdownPath)
    grown?.()
    return this.#made
  }
}

/** Markdown with its headers; `headers` are those of either form. */
function markdownForms(
  { markdown, language }: Exclude<Conversion, { refusal: string }>,
  headers: Record<string, string>,
  markdownPath?: string
): MarkdownForms {
  const representation = new Representation(markdown, 'text/markdown; charset=utf-8')
  const common = {
    ...headers,
    'content-language': language,
    'x-markdown-tokens': String(Math.ceil(representation.size / bytesPerToken)),
    'x-content-type-options': 'nosniff'
  }
  return {
    atAddress: new Resource(representation, { ...common, 'x-robots-tag': 'noindex' }),
    // Shared caches do not keep what Accept has chosen: many of them look at the address alone.
    chosen: new Resource(representation, {
      ...common,
      ...(markdownPath && { 'content-location': encodePath(markdownPath) }),
      'cache-control': 'private, max-age=300',
      vary
    })
  }
}

// An estimate for the tokenizers of today's language models: about four letters a token in English, two in Hebrew.
const bytesPerToken = 4
