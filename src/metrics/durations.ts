import { Histogram, type Registry } from 'prom-client'
import type { Surface } from './labels.ts'

const name = 'business_request_duration_seconds'
const help = 'Time from the head of a request to the end of the response, by surface.'
const bounds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

interface Tally {
  sum: number
  /** Each bucket counts the requests that took at most `bound` seconds and longer than the previous bound. */
  buckets: { bound: number; count: number }[]
}

/** A histogram with cheap observations: the one of prom-client reads its labels again for each observation. */
export class Durations extends Histogram<'surface'> {
  readonly #tallies = new Map<Surface, Tally>()

  constructor(registry: Registry) {
    super({ name, help, labelNames: ['surface'], buckets: bounds, registers: [registry] })
  }

  add(surface: Surface, seconds: number): void {
    const tally = this.#tallies.get(surface) ?? this.#open(surface)
    tally.sum += seconds
    const bucket = tally.buckets.find(({ bound }) => seconds <= bound)
    if (bucket) bucket.count += 1
  }

  #open(surface: Surface): Tally {
    const buckets = [...bounds, Number.POSITIVE_INFINITY].map((bound) => ({ bound, count: 0 }))
    const tally = { sum: 0, buckets }
    this.#tallies.set(surface, tally)
    return tally
  }

  /** Returns the values at scrape time. The registry calls it, but the types of prom-client do not declare it. */
  async getForPromString() {
    const values = [...this.#tallies].flatMap(([surface, { sum, buckets }]) => {
      let count = 0
      const cumulative = buckets.map((bucket) => {
        count += bucket.count
        const le = Number.isFinite(bucket.bound) ? bucket.bound : '+Inf'
        return { metricName: `${name}_bucket`, labels: { surface, le }, value: count }
      })
      return [
        ...cumulative,
        { metricName: `${name}_sum`, labels: { surface }, value: sum },
        { metricName: `${name}_count`, labels: { surface }, value: count }
      ]
    })
    return { name, help, type: 'histogram', values }
  }
}
