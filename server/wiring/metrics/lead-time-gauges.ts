// The lead time and the farm's backlog as gauges of a worker process.
import { readLeadTime } from '../../domain/lead-time/lead-time.ts'
import type { Deps } from '../deps.ts'

const everyMs = 60_000
/** Maximum share of the time spent on reading, because counting four weeks of many orders takes a while. */
const maxShare = 1 / 200

/** Reads immediately and then repeatedly. Returns a function that stops the readings. */
export function trackLeadTime(deps: Pick<Deps, 'farmLoad' | 'meter' | 'log'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const read = async () => {
    const startedAt = performance.now()
    try {
      const { estimates, queuedHours } = await readLeadTime(deps, { grams: null, quantity: 1 })
      deps.meter.set('lead_time_days', {}, estimates[0]?.shipsInDays ?? 0)
      deps.meter.set('backlog_hours', {}, queuedHours)
    } catch (error) {
      deps.log.warn('metrics.lead_time_failed', { error })
    }
    if (isStopped) return
    const pauseMs = Math.max(everyMs, (performance.now() - startedAt) / maxShare)
    timer = setTimeout(() => void read(), pauseMs)
    timer.unref()
  }
  void read()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
