import type { RequestListener } from 'node:http'
import { Counter, type Registry } from 'prom-client'
import { type Family, familyOf } from './agents.ts'
import { Durations } from './durations.ts'
import { type Surface, surfaceOf } from './surface.ts'

interface Tally {
  labels: { surface: Surface; status: string; agent: Family }
  count: number
}

/** Counts and times requests; prom-client, which is as slow as a tenth of an answer, reads the counts when it is asked. */
export class Requests {
  readonly #tallies = new Map<string, Tally>()
  readonly #durations: Durations

  constructor(registry: Registry) {
    const tallies = this.#tallies
    new Counter({
      name: 'business_requests_total',
      help: 'Requests by the surface they are for, the class of the status and the family of the agent.',
      labelNames: ['surface', 'status', 'agent'],
      registers: [registry],
      collect() {
        this.reset()
        for (const { labels, count } of tallies.values()) this.inc(labels, count)
      }
    })
    this.#durations = new Durations(registry)
  }

  /** Answers as the listener does, and counts the request when it has been answered or its client has gone. */
  observe(listener: RequestListener): RequestListener {
    return (request, response) => {
      const started = performance.now()
      const surface = surfaceOf(request)
      const agent = familyOf(request.headers['user-agent'])
      const count = () => {
        this.#count(surface, `${Math.trunc(response.statusCode / 100)}xx`, agent)
        this.#durations.add(surface, (performance.now() - started) / 1000)
      }
      listener(request, response)
      // A kept answer has been sent by now, and an event for it would double what counting costs.
      if (response.writableEnded) count()
      else response.once('close', count)
    }
  }

  #count(surface: Surface, status: string, agent: Family) {
    const key = `${surface} ${status} ${agent}`
    const tally = this.#tallies.get(key) ?? { labels: { surface, status, agent }, count: 0 }
    tally.count += 1
    this.#tallies.set(key, tally)
  }
}
