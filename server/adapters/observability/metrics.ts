// Metrics in the Prometheus format: requests of this process as they finish, queues and totals at each scrape.
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Log } from '../../domain/base/ports.ts'
import { createRequestTimes } from './request-times.ts'

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

/** A family that cannot be read is missing from that scrape; the others are complete. */
export function createMetrics(readings: readonly Reading[], log: Pick<Log, 'warn'>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = createRequestTimes()
  for (const reading of readings) addGauge(registry, reading, log)
  return {
    observe: requests.observe,
    text: async () => `${await registry.metrics()}${requests.text()}`,
  }
}

function addGauge(
  registry: Registry,
  { name, help, label, read }: Reading,
  log: Pick<Log, 'warn'>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      try {
        const values = Object.entries(await read())
        this.reset()
        for (const [entry, value] of values) this.set({ [label]: entry }, value)
      } catch (error) {
        this.reset()
        log.warn('metrics.reading_failed', { name, error })
      }
    },
  })
}
