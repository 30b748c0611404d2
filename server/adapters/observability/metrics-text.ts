// The text of a scrape: the totals of all processes from the database, after this process has added its own.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../domain/base/ports.ts'
import type { MetricSnapshots } from '../../domain/operations/metric-store.ts'
import type { MetricReader } from '../../domain/operations/ports.ts'
import { expositionText } from './exposition.ts'
import type { Flusher } from './flusher.ts'

const flushLimitMs = 1_000

export type MetricsTextParts = {
  readonly flusher: Pick<Flusher, 'flush'>
  readonly snapshots: MetricSnapshots
  readonly reader: Pick<MetricReader, 'queues'>
  readonly log: Pick<Log, 'warn'>
}

/** Rejects when the totals cannot be read; queues that cannot be read are left out. Scrapes at the same time share one reading. */
export function createMetricsText(parts: MetricsTextParts): () => Promise<string> {
  const { flusher, snapshots, reader, log } = parts
  let reading: Promise<string> | null = null
  const leaveOut = (part: string) => (error: unknown) => {
    log.warn('metrics.reading_failed', { part, error })
    return null
  }
  const read = async () => {
    // The numbers of the others are there, even when this process cannot add its own.
    const flushed = flusher.flush().catch(leaveOut('own counts'))
    await Promise.race([flushed, sleep(flushLimitMs, undefined, { ref: false })])
    const [snapshot, queues] = await Promise.all([
      snapshots.read(),
      reader.queues().catch(leaveOut('queues')),
    ])
    return expositionText(snapshot, queues ?? [])
  }
  return () => {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
}
