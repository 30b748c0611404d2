// The text of a scrape: the totals of all processes from the database, after this process has added its counts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../domain/base/ports.ts'
import type { MetricSnapshots } from '../../domain/metrics/metric-store.ts'
import type { MetricReader } from '../../domain/metrics/ports.ts'
import { expositionText } from './exposition.ts'
import type { Flusher } from './flusher.ts'

const flushLimitMs = 1_000

export type MetricsTextParts = {
  readonly flusher: Pick<Flusher, 'flush'>
  readonly snapshots: MetricSnapshots
  readonly reader: Pick<MetricReader, 'queues' | 'printers' | 'balances' | 'filament'>
  readonly log: Pick<Log, 'warn'>
}

/**
 * Creates the reader. It rejects when the totals cannot be read; queues that cannot be read are omitted. Scrapes that arrive during a
 * reading share the next one: the totals of an earlier reading could be older than what another process has reported by then, and counters
 * would decrease.
 */
export function createMetricsText(parts: MetricsTextParts): () => Promise<string> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<string> | null = null
  return () => {
    next ??= begin()
    return next
  }

  async function begin(): Promise<string> {
    await running
    next = null
    const reading = read(parts)
    running = reading.catch(() => {})
    return await reading
  }
}

async function read({ flusher, snapshots, reader, log }: MetricsTextParts): Promise<string> {
  const leaveOut = (part: string) => (error: unknown) => {
    log.warn('metrics.reading_failed', { part, error })
    return null
  }
  // The numbers of the other processes are available even when this process cannot add its counts.
  const flushed = flusher.flush().catch(leaveOut('own counts'))
  await Promise.race([flushed, sleep(flushLimitMs, undefined, { ref: false })])
  const [snapshot, queues, printers, balances, filament] = await Promise.all([
    snapshots.read(),
    reader.queues().catch(leaveOut('queues')),
    reader.printers().catch(leaveOut('printers')),
    reader.balances().catch(leaveOut('balances')),
    reader.filament().catch(leaveOut('filament')),
  ])
  return expositionText(snapshot, {
    queues: queues ?? [],
    printers,
    balances: balances ?? [],
    filament: filament ?? [],
  })
}
