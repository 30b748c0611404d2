// The metric registry of a process. Each count is stored exactly once, whatever happens to its batch.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createFlusher } from '../../../server/adapters/observability/flusher.ts'
import { createMetricRegistry } from '../../../server/adapters/observability/registry.ts'
import { latencyBounds } from '../../../server/domain/base/metrics/metric-catalog.ts'
import type { MetricBatch } from '../../../server/domain/metrics/metric-store.ts'

const silent = { info: () => {}, warn: () => {} }
const process = { id: 'a', role: 'all', host: 'h', pid: 1, version: '1' } as const

describe('the registry', () => {
  test('sorts observations into buckets: a bound is the last value of its bucket', () => {
    const registry = createMetricRegistry()
    for (const seconds of [0.0005, 0.0006, 0.002, 0.7, 300, 301]) {
      registry.observe('charge_duration_seconds', {}, seconds)
    }
    const [delta] = registry.takeDeltas()
    const filled = [...latencyBounds, '+Inf'].flatMap((bound, index) => {
      const count = delta?.histogram?.buckets[index] ?? 0
      return count > 0 ? [[bound, count]] : []
    })
    expect(filled).toEqual([
      [0.0005, 1],
      [0.001, 1],
      [0.002, 1],
      [1, 1],
      [300, 1],
      ['+Inf', 1],
    ])
    expect(delta?.value).toBe(6)
    expect(delta?.histogram?.sum).toBeCloseTo(601.7031, 9)
  })

  test('sends a series with its first batch even at 0, and later only its increments', () => {
    const registry = createMetricRegistry()
    registry.declare('mails_total', { outcome: 'failed' })
    registry.count('mails_total', { outcome: 'sent' })
    registry.counter('mails_total', { outcome: 'sent' }).add(2)
    const values = () =>
      registry.takeDeltas().map(({ labels, value }) => [labels['outcome'], value])
    expect(values()).toEqual([
      ['failed', 0],
      ['sent', 3],
    ])
    expect(values()).toEqual([])
    registry.count('mails_total', { outcome: 'failed' })
    expect(values()).toEqual([['failed', 1]])
  })

  test('reads gauges when they are requested', () => {
    const registry = createMetricRegistry()
    let busy = 1
    registry.track('pool_busy', { pool: 'slicer' }, () => busy)
    registry.adjust('events_stream_listeners', {}, 1)
    registry.adjust('events_stream_listeners', {}, 1)
    registry.adjust('events_stream_listeners', {}, -1)
    registry.set('backlog_hours', {}, 7)
    busy = 4
    expect(registry.gauges().map(({ name, value }) => [name, value])).toEqual([
      ['pool_busy', 4],
      ['events_stream_listeners', 1],
      ['backlog_hours', 7],
    ])
  })
})

/** A database that may fail before or after it has stored a batch, and stores each number once. */
function unreliableStore() {
  let total = 0
  let lastSequence = 0
  let left = 0
  const store = {
    outcomes: [] as ('stored' | 'not_stored' | 'unconfirmed')[],
    save: async ({ sequence, deltas }: MetricBatch) => {
      const outcome = store.outcomes.shift() ?? 'stored'
      if (outcome === 'not_stored') throw new Error('no connection')
      if (sequence > lastSequence) {
        lastSequence = sequence
        for (const { value } of deltas) total += value
      }
      if (outcome === 'unconfirmed') throw new Error('the connection broke')
    },
    leave: async () => {
      left += 1
    },
    total: () => total,
    left: () => left,
  }
  return store
}

describe('the flusher', () => {
  test('stores each count once, whatever fails', async () => {
    const outcome = fc.constantFrom('stored', 'not_stored', 'unconfirmed')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(5), outcome)), async (rounds) => {
        const registry = createMetricRegistry()
        const store = unreliableStore()
        store.outcomes.push(...rounds.map(([, end]) => end))
        const flusher = createFlusher({ registry, store, process, log: silent })
        let counted = 0
        for (const [by] of rounds) {
          registry.count('stored_bytes_total', {}, by)
          counted += by
          await flusher.flush().catch(() => {})
          expect(store.total()).toBeLessThanOrEqual(counted)
        }
        store.outcomes.splice(0)
        await flusher.flush()
        expect(store.total()).toBe(counted)
      }),
    )
  })

  test('flushes that are requested together run one after the other', async () => {
    const registry = createMetricRegistry()
    const store = unreliableStore()
    store.outcomes.push('unconfirmed', 'not_stored')
    const flusher = createFlusher({ registry, store, process, log: silent })
    registry.count('stored_bytes_total', {}, 3)
    const ends = await Promise.allSettled([flusher.flush(), flusher.flush(), flusher.flush()])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    expect(store.total()).toBe(3)
  })

  test('stores the rest at its end, even after a failure, and removes the process from the list', async () => {
    const registry = createMetricRegistry()
    const store = unreliableStore()
    const flusher = createFlusher({ registry, store, process, log: silent })
    registry.count('stored_bytes_total', {}, 3)
    store.outcomes.push('unconfirmed', 'not_stored')
    await flusher.stop()
    expect([store.total(), store.left()]).toEqual([3, 1])
  })
})
