/** An answer with its body, without its coding. */
export interface Answer {
  url: string
  status: number
  headers: Headers
  /** The media type with its parameters; empty where none is said. */
  type: string
  bytes: Buffer
  text: string
}

export interface Request {
  method?: string
  headers?: Record<string, string>
  body?: string
}

const timeout = 20_000
const mostAtOnce = 2

/** Fetches from one origin, each request once, and never more than two at a time. */
export class Client {
  readonly #origin: string
  readonly #answers = new Map<string, Promise<Answer>>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  /** How many different requests there have been. */
  get count(): number {
    return this.#answers.size
  }

  /** The answer as it is: a redirect is not followed. Rejects where there is none. */
  fetch(path: string, request: Request = {}): Promise<Answer> {
    const key = JSON.stringify([path, request])
    const answer = this.#answers.get(key) ?? this.#inTurn(() => this.#send(path, request))
    this.#answers.set(key, answer)
    return answer
  }

  async #inTurn(send: () => Promise<Answer>): Promise<Answer> {
    if (this.#running === mostAtOnce) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    } else this.#running += 1
    try {
      return await send()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  async #send(path: string, { headers, ...request }: Request): Promise<Answer> {
    const url = new URL(path, this.#origin).href
    const response = await fetch(url, {
      ...request,
      headers: { 'user-agent': 'business-facts-audit', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout)
    }).catch((error) => {
      const reason = [error.message, Object(error.cause).code].filter(Boolean).join(' ')
      throw new Error(`${path}: no answer (${reason})`)
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const { status, headers: served } = response
    return {
      url,
      status,
      headers: served,
      type: served.get('content-type') ?? '',
      bytes,
      text: bytes.toString()
    }
  }
}
