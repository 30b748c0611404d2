// The waiting time of a queued job in /metrics.
import { expect, test } from 'bun:test'
import { waitedMs } from '../../../server/wiring/worker/generation-worker.ts'

/** The database's clock may differ from that of the process by years. */
const at = (seconds: number) => new Date(Date.UTC(2001, 0, 1, 0, 0, seconds))

test.each([
  [at(10), at(13), 3000],
  [at(10), at(10), 0],
  [at(10), at(9), 0],
  [at(10), null, 0],
])('a job due at %p and locked at %p waited %p ms', (runAt, lockedAt, ms) => {
  expect(waitedMs({ run_at: runAt, locked_at: lockedAt })).toBe(ms)
})
