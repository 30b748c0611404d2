// The text of a scrape: the totals of all processes from the database, after this process has added its own.
import type { Log } from '../../domain/base/ports.ts'
import type { MetricSnapshots } from '../../domain/operations/metric-store.ts'
import type { MetricReader } from '../../domain/operations/ports.ts'
import { expositionText } from './exposition.ts'
import type { Flusher } from './flusher.ts'

export type MetricsTextParts = {
  readonly flusher: Pick<Flusher, 'flush'>
  readonly snapshots: MetricSnapshots
  readonly reader: Pick<MetricReader, 'queues'>
  readonly log: Pick<Log, 'warn'>
}

/** Null when the totals cannot be read. Queues that cannot be read are left out. Scrapes at the same time share one reading. */
export function createMetricsText(parts: MetricsTextParts): () => Promise<string | null> {
  const { flusher, snapshots, reader, log } = parts
  let reading: Promise<string | null> | null = null
  const failed = (part: string) => (error: unknown) => {
    log.warn('metrics.reading_failed', { part, error })
    return null
  }
  const read = async () => {
    // A database that can be read and not written still has numbers of the others.
    await flusher.flush().catch(failed('own counts'))
    const [snapshot, queues] = await Promise.all([
      snapshots.read().catch(failed('totals')),
      reader.queues().catch(failed('queues')),
    ])
    return snapshot === null ? null : expositionText(snapshot, queues ?? [])
  }
  return () => {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
}
