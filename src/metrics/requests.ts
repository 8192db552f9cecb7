import type { RequestListener, ServerResponse } from 'node:http'
import { Counter, type Registry } from 'prom-client'
import { type Family, familyOf } from './agents.ts'
import { Durations } from './durations.ts'
import { type Surface, surfaceOf } from './surface.ts'

/** Counts and times requests; prom-client, which is as slow as a tenth of an answer, reads the counts when it is asked. */
export class Requests {
  // By the first digit of the status.
  readonly #tallies = new Map<Surface, Map<Family, Map<number, number>>>()
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
        for (const [surface, agents] of tallies)
          for (const [agent, counts] of agents)
            for (const [digit, count] of counts) this.inc({ surface, status: `${digit}xx`, agent }, count)
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
      listener(request, response)
      // A kept answer has been sent by now, and an event for it would double what counting costs.
      if (response.writableEnded) this.#count(response, surface, agent, started)
      else response.once('close', () => this.#count(response, surface, agent, started))
    }
  }

  #count({ statusCode }: ServerResponse, surface: Surface, agent: Family, started: number) {
    const counts = this.#countsOf(surface, agent)
    const digit = Math.trunc(statusCode / 100)
    counts.set(digit, (counts.get(digit) ?? 0) + 1)
    this.#durations.add(surface, (performance.now() - started) / 1000)
  }

  #countsOf(surface: Surface, agent: Family): Map<number, number> {
    const known = this.#tallies.get(surface)?.get(agent)
    if (known) return known
    const counts = new Map<number, number>()
    this.#tallies.set(surface, (this.#tallies.get(surface) ?? new Map()).set(agent, counts))
    return counts
  }
}
