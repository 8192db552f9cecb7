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

/** What an address stands for: its representation with the headers of this address, answered for any request. */
export class Resource {
  readonly representation: Representation
  readonly #headers: Record<string, string>
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

  /** The answer to a request, if one for its coding has been made before. */
  kept(request: IncomingHttpHeaders): Answer | undefined {
    const coding = chooseCoding(request['accept-encoding'])
    const answers = coding && this.#answers.get(coding)
    return answers && choose(answers, request)
  }

  /** The answer to a request; undefined where it accepts no coding that there is (406). */
  async answer(request: IncomingHttpHeaders): Promise<Answer | undefined> {
    const coding = chooseCoding(request['accept-encoding'])
    if (coding === undefined) return undefined
    const answers = this.#answers.get(coding) ?? (await this.#make(coding))
    this.#answers.set(coding, answers)
    return choose(answers, request)
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

const choose = ({ etag, ok, notModified }: Answers, request: IncomingHttpHeaders) =>
  matchesNone(request['if-none-match'], etag) ? notModified : ok
