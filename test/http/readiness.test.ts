// /readyz with a part that hangs.
import { afterEach, expect, jest, test } from 'bun:test'
import { runChecks } from '../../server/http/live-pages/readiness.ts'

afterEach(() => void jest.useRealTimers())

test('a check that hangs or fails is named as failed after 3 seconds, and delays no other', async () => {
  jest.useFakeTimers()
  const checks = {
    database: async () => 'ok' as const,
    storage: () => new Promise<never>(() => {}),
    geometry: () => Promise.reject(new Error('gone')),
  }
  let states: unknown = 'waiting'
  void runChecks(checks).then((results) => {
    states = Object.fromEntries(results)
  })
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  }
  await settle()
  expect(states).toBe('waiting')
  jest.advanceTimersByTime(3_000)
  await settle()
  expect(states).toEqual({ database: 'ok', storage: 'failed', geometry: 'failed' })
})
