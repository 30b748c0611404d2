// Concurrent scrapes of one process.
import { expect, test } from 'bun:test'
import { createMetricsText } from '../../../server/adapters/observability/metrics-text.ts'
import type { MetricSnapshot } from '../../../server/domain/metrics/metric-store.ts'

const snapshot = (value: number): MetricSnapshot => ({
  totals: [{ name: 'orders_placed_total', labels: { source: 'rest' }, value, histogram: null }],
  processes: [],
  heartbeats: [],
})

/** Waits until every promise that can continue has done so: nothing here needs a timer. */
async function settle() {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}

/** Each reading waits for its release, and returns the total at its beginning. */
function stage() {
  let total = 0
  let isBroken = false
  const waiting: (() => void)[] = []
  const scrape = createMetricsText({
    flusher: { flush: async () => {} },
    snapshots: {
      read: () => {
        const seen = snapshot(total)
        const fails = isBroken
        return new Promise((resolve, reject) => {
          waiting.push(() => (fails ? reject(new Error('the database is away')) : resolve(seen)))
        })
      },
    },
    reader: {
      queues: async () => [],
      printers: async () => [],
      balances: async () => [],
      filament: async () => [],
    },
    log: { warn: () => {} },
  })
  return {
    scrape: async () =>
      Number(/orders_placed_total\{source="rest"\} (\d+)/.exec(await scrape())?.[1]),
    count: (value: number) => {
      total = value
    },
    breaks: (broken: boolean) => {
      isBroken = broken
    },
    /** Releases the oldest running reading. */
    letGo: async () => {
      await settle()
      waiting.shift()?.()
    },
    running: async () => {
      await settle()
      return waiting.length
    },
  }
}

test('a scrape never gets a reading from before its arrival', async () => {
  const { scrape, count, letGo, running } = stage()
  count(1)
  const first = scrape()
  expect(await running()).toBe(1)
  // Another process returned this count to another scraper meanwhile.
  count(2)
  const [second, third] = [scrape(), scrape()]
  // There is one reading at a time.
  expect(await running()).toBe(1)
  await letGo()
  expect(await first).toBe(1)
  await letGo()
  expect([await second, await third]).toEqual([2, 2])
  expect(await running()).toBe(0)
})

test('a failed reading does not affect the next one', async () => {
  const { scrape, count, letGo, breaks, running } = stage()
  breaks(true)
  const first = scrape()
  expect(await running()).toBe(1)
  breaks(false)
  count(3)
  const second = scrape()
  await letGo()
  await expect(first).rejects.toThrow('the database is away')
  await letGo()
  expect(await second).toBe(3)
})
