// Stores what this process counted, every two seconds and at shutdown. A batch keeps its number until the database has confirmed it, so a
// batch whose confirmation was lost is not added twice. What is counted in the meantime waits in the registry.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../domain/base/ports.ts'
import type { MetricBatch, MetricProcess, MetricStore } from '../../domain/metrics/metric-store.ts'
import type { MetricRegistry } from './registry.ts'

export type FlusherOptions = {
  readonly registry: Pick<MetricRegistry, 'takeDeltas' | 'gauges'>
  readonly store: MetricStore
  readonly process: MetricProcess
  readonly log: Pick<Log, 'warn' | 'info'>
  readonly everyMs?: number
}

export type Flusher = {
  /** Stores everything counted before the call. Rejects when the database cannot be written; nothing is lost. */
  readonly flush: () => Promise<void>
  readonly start: () => void
  /** Stores the rest, with a few attempts, and removes the process from the list of running ones. Never rejects. */
  readonly stop: () => Promise<void>
}

const usualMs = 2_000
const lastAttempts = 3
const lastPauseMs = 300
/** An unreachable database must not delay the shutdown of the process. */
const lastLimitMs = 5_000

export function createFlusher(options: FlusherOptions): Flusher {
  const { registry, store, process, log, everyMs = usualMs } = options
  let sequence = 0
  let unconfirmed: MetricBatch | null = null
  let running: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setInterval> | undefined
  let isFailing = false

  const confirm = async (batch: MetricBatch) => {
    await store.save(batch)
    unconfirmed = null
  }
  const flushNow = async () => {
    if (unconfirmed !== null) await confirm(unconfirmed)
    sequence += 1
    unconfirmed = { process, sequence, deltas: registry.takeDeltas(), gauges: registry.gauges() }
    await confirm(unconfirmed)
  }
  /** Runs one flush at a time, in the order of the calls. */
  const flush = (): Promise<void> => {
    const next = running.then(flushNow)
    // The caller gets the failure, and the next flush must still run.
    running = next.catch(() => {})
    return next
  }
  const flushLogged = async (): Promise<boolean> => {
    try {
      await flush()
      if (isFailing) log.info('metrics.flushing_again')
      isFailing = false
      return true
    } catch (error) {
      if (!isFailing) log.warn('metrics.flush_failed', { error })
      isFailing = true
      return false
    }
  }
  let inTurn = false
  const flushInTurn = async () => {
    // Flushes must not queue up behind a slow database.
    if (inTurn) return
    inTurn = true
    await flushLogged()
    inTurn = false
  }
  return {
    flush,
    start: () => {
      timer = setInterval(() => void flushInTurn(), everyMs)
      timer.unref()
      void flushInTurn()
    },
    stop: async () => {
      clearInterval(timer)
      const leave = async () => {
        for (let attempt = 1; attempt <= lastAttempts; attempt++) {
          if (await flushLogged()) break
          await sleep(lastPauseMs)
        }
        await store.leave(process.id).catch((error: unknown) => {
          log.warn('metrics.process_not_removed', { error })
        })
      }
      await Promise.race([leave(), sleep(lastLimitMs, undefined, { ref: false })])
    },
  }
}
