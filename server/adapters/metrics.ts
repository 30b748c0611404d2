// What operators watch, in the Prometheus format: requests of this process as they are answered, queues and totals when they are
// asked for.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** One family of numbers, read at each scrape; the entries' names are values of `label`. */
export type Reading = {
  readonly name: string
  readonly help: string
  readonly label: string
  readonly read: () => Promise<Readonly<Record<string, number>>> | Readonly<Record<string, number>>
}

export type Metrics = {
  readonly observe: (route: string, status: number, ms: number) => void
  readonly text: () => Promise<string>
}

const secondsUpTo = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300]

export function createMetrics(readings: readonly Reading[]): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answered requests by route and status.',
    labelNames: ['route', 'status'],
    buckets: secondsUpTo,
    registers: [registry],
  })
  for (const reading of readings) addGauge(registry, reading)
  // Finding the labels' entry costs more than counting in it; there are few of them.
  const entries = new Map<string, ReturnType<typeof durations.labels>>()
  return {
    observe: (route, status, ms) => {
      const key = `${status} ${route}`
      const entry = entries.get(key) ?? durations.labels(route, String(status))
      entries.set(key, entry)
      entry.observe(ms / 1000)
    },
    text: () => registry.metrics(),
  }
}

function addGauge(registry: Registry, { name, help, label, read }: Reading): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      const values = Object.entries(await read())
      this.reset()
      for (const [entry, value] of values) this.set({ [label]: entry }, value)
    },
  })
}
