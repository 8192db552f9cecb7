import type { IncomingHttpHeaders } from 'node:http'
import { type Coding, chooseCoding } from './coding.ts'
import { corsHeaders } from './cors.ts'
import { matchesNone } from './if-none-match.ts'
import type { Representation } from './representation.ts'

/** All that is sent for a request: status, headers and body, ready made. */
export interface Answer {
  status: 200 | 304
  headers: Record<string, string>
  body?: Buffer
}

interface Answers {
  etag: string
  ok: Answer
  notModified: Answer
}

/** Why nothing that there is can be sent (406), and what headers this depends on. */
export interface Refusal {
  status: 406
  vary: string
  message: string
}

/** What an address answers to any request. */
export interface Answerable {
  /** Bytes that are held for it. */
  readonly size: number
  /** The answer to a request, if one like it has been made before. */
  kept: (request: IncomingHttpHeaders) => Answer | undefined
  answer: (request: IncomingHttpHeaders) => Promise<Answer | Refusal>
}

/** What an address stands for: its representation with the headers of this address, answered for any request. */
export class Resource implements Answerable {
  readonly representation: Representation
  readonly #headers: Record<string, string> & { vary: string }
  readonly #answers = new Map<Coding, Answers>()

  constructor(representation: Representation, headers: Record<string, string> = {}) {
    this.representation = representation
    const common = { vary: 'Accept-Encoding', 'cache-control': 'public, max-age=300' }
    this.#headers = { ...common, ...corsHeaders, ...headers }
  }

  /** Bytes that are held for it: the representation and each coding of it that has been made. */
  get size(): number {
    const made = [...this.#answers].filter(([coding]) => coding !== 'identity')
    return made.reduce(
      (sum, [, { ok }]) => sum + Number(ok.headers['content-length']),
      this.representation.size
    )
  }

  kept(request: IncomingHttpHeaders): Answer | undefined {
    const coding = chooseCoding(request['accept-encoding'])
    const answers = coding && this.#answers.get(coding)
    return answers && choose(answers, request)
  }

  async answer(request: IncomingHttpHeaders): Promise<Answer | Refusal> {
    const coding = chooseCoding(request['accept-encoding'])
    if (coding === undefined) return { status: 406, vary: this.#headers.vary, message: noCoding }
    const answers = this.#answers.get(coding) ?? (await this.#make(coding))
    this.#answers.set(coding, answers)
    return choose(answers, request)
  }

  /** The answer to a request that leaves all open. */
  async plain(): Promise<Answer> {
    return (await this.#make('identity')).ok
  }

  async #make(coding: Coding): Promise<Answers> {
    const body = await this.representation.bytes(coding)
    const etag = this.representation.etag(coding)
    const headers = { ...this.#headers, etag }
    const content = {
      'content-type': this.representation.mediaType,
      'content-length': String(body.length),
      ...(coding !== 'identity' && { 'content-encoding': coding })
    }
    return {
      etag,
      ok: { status: 200, headers: { ...content, ...headers }, body },
      notModified: { status: 304, headers }
    }
  }
}

const noCoding = 'The body is there as br, gzip and identity. Accept one of them.'

const choose = ({ etag, ok, notModified }: Answers, request: IncomingHttpHeaders) =>
  matchesNone(request['if-none-match'], etag) ? notModified : ok
