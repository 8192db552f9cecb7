import type { RequestListener, ServerResponse } from 'node:http'
import { Counter, type Registry } from 'prom-client'
import { Durations } from './durations.ts'
import { type Agent, classifyAgent, classifyRequest, type Surface } from './labels.ts'

/**
 * Counts and times requests. prom-client reads the totals at scrape time, because calling it for each request would cost
 * about 10% of a response.
 */
export class Requests {
  // By surface, agent and the first digit of the status.
  readonly #tallies = new Map<Surface, Map<Agent, Map<number, number>>>()
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

  /** Returns a listener that also counts each request, when its response is sent or its client disconnects. */
  observe(listener: RequestListener): RequestListener {
    return (request, response) => {
      const started = performance.now()
      const surface = classifyRequest(request)
      const agent = classifyAgent(request.headers['user-agent'])
      listener(request, response)
      // A cached response is already sent. Waiting for its close event would double the cost of counting.
      if (response.writableEnded) this.#count(response, surface, agent, started)
      else response.once('close', () => this.#count(response, surface, agent, started))
    }
  }

  #count({ statusCode }: ServerResponse, surface: Surface, agent: Agent, started: number) {
    const counts = this.#countsOf(surface, agent)
    const digit = Math.trunc(statusCode / 100)
    counts.set(digit, (counts.get(digit) ?? 0) + 1)
    this.#durations.add(surface, (performance.now() - started) / 1000)
  }

  #countsOf(surface: Surface, agent: Agent): Map<number, number> {
    const existing = this.#tallies.get(surface)?.get(agent)
    if (existing) return existing
    const counts = new Map<number, number>()
    this.#tallies.set(surface, (this.#tallies.get(surface) ?? new Map()).set(agent, counts))
    return counts
  }
}
