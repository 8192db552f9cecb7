/** An answer with its body, without its coding. */
export interface Answer {
  url: string
  status: number
  headers: Headers
  bytes: Buffer
  text: string
}

export interface Request {
  method?: string
  headers?: Record<string, string>
  body?: string
}

const timeout = 20_000
const lanes = 2

/** Fetches from one origin, each request once, and never more than two at a time. */
export class Client {
  readonly origin: string
  readonly #answers = new Map<string, Promise<Answer>>()
  readonly #lanes: Promise<unknown>[] = Array.from({ length: lanes }, () => Promise.resolve())
  #count = 0

  constructor(origin: string) {
    this.origin = origin
  }

  /** How many requests have been made. */
  get count(): number {
    return this.#count
  }

  /** The answer as it is: a redirect is not followed. Rejects where there is none. */
  fetch(path: string, request: Request = {}): Promise<Answer> {
    const key = JSON.stringify([path, request])
    const known = this.#answers.get(key)
    if (known) return known
    const lane = this.#count++ % lanes
    const answer = (this.#lanes[lane] ?? Promise.resolve()).then(() => this.#send(path, request))
    this.#lanes[lane] = answer.catch(() => undefined)
    this.#answers.set(key, answer)
    return answer
  }

  async #send(path: string, { headers, ...request }: Request): Promise<Answer> {
    const url = new URL(path, this.origin).href
    const response = await fetch(url, {
      ...request,
      headers: { 'user-agent': 'business-facts-audit', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout)
    }).catch((error) => {
      throw new Error(`${path}: no answer (${error.cause?.code ?? error.name})`)
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { url, status: response.status, headers: response.headers, bytes, text: bytes.toString() }
  }
}
