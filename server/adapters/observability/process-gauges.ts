// The state of this process itself: CPU, memory, open files, and how late its event loop is.
import { readdirSync } from 'node:fs'
import type { MetricRegistry } from './registry.ts'

const lagEveryMs = 100

/** Starts measuring; returns the function that ends it. */
export function trackProcess({ track }: Pick<MetricRegistry, 'track'>): () => void {
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
  let longestLagMs = 0
  let expectedAt = performance.now() + lagEveryMs
  const timer = setInterval(() => {
    const now = performance.now()
    longestLagMs = Math.max(longestLagMs, now - expectedAt)
    expectedAt = now + lagEveryMs
  }, lagEveryMs)
  timer.unref()
  track('nodejs_eventloop_lag_seconds', {}, () => {
    const lag = longestLagMs / 1000
    longestLagMs = 0
    return lag
  })
  return () => clearInterval(timer)
}
