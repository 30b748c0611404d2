// Metrics of the process's event loop, on a clock that the test moves.
import { expect, test } from 'bun:test'
import { createLagRecord } from '../../../server/adapters/observability/event-loop.ts'

function recordAt() {
  let ms = 1_000
  const record = createLagRecord(() => ms)
  /** Runs a tick `passed` ms after the previous one. */
  const after = (passed: number) => {
    ms += passed
    return record.tick()
  }
  return { ...record, after, wait: (passed: number) => (ms += passed) }
}

test('punctual ticks are not a stall', () => {
  const { after, state, takeLongest } = recordAt()
  expect([after(100), after(100), after(600)]).toEqual([0, 0, 0])
  expect(takeLongest()).toBe(0.5)
  expect(takeLongest()).toBe(0)
  expect(state()).toBe('ok')
})

test('a stall counts with its full length', () => {
  const { after, state } = recordAt()
  expect(after(1_100)).toBe(1)
  expect(state()).toBe('ok')
})

test('a delay of more than three seconds is reported for a minute', () => {
  const { after, state, wait } = recordAt()
  expect(after(3_100)).toBe(3)
  expect(state()).toBe('ok')
  expect(after(3_101)).toBe(3.001)
  expect(state()).toBe('stalled')
  wait(59_999)
  expect(state()).toBe('stalled')
  wait(1)
  expect(state()).toBe('ok')
})
