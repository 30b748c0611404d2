// The state of this process: CPU, memory, open files, and the delay of its event loop.
import { readdirSync } from 'node:fs'
import { type LagRecord, watchEventLoop } from './event-loop.ts'
import type { MetricRegistry } from './registry.ts'

export type ProcessWatch = {
  readonly eventLoop: LagRecord['state']
  readonly stop: () => void
}

/** Starts measuring. */
export function trackProcess({
  track,
  counter,
}: Pick<MetricRegistry, 'track' | 'counter'>): ProcessWatch {
  const startedAt = Date.now() / 1000 - process.uptime()
  track('process_start_time_seconds', {}, () => startedAt)
  track('process_cpu_seconds_total', {}, () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  track('process_resident_memory_bytes', {}, () => process.memoryUsage.rss())
  if (process.platform === 'linux') {
    track('process_open_fds', {}, () => readdirSync('/proc/self/fd').length)
  }
  const stalled = counter('event_loop_stalled_seconds_total', {})
  const { takeLongest, state, stop } = watchEventLoop((seconds) => stalled.add(seconds))
  track('nodejs_eventloop_lag_seconds', {}, takeLongest)
  return { eventLoop: state, stop }
}
