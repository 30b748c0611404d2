// The budget of the geometry core's time: how it counts, when it refuses, and for how long.
import { expect, test } from 'bun:test'
import {
  createProcessorTime,
  type ProcessorCaller,
  processorSeconds,
} from '../../../server/domain/limits/processor-time.ts'

const visitor: ProcessorCaller = { kind: 'visitor', id: '192.0.2.1' }

function budget({ windowLeftMs = 1_800_000, broken = false } = {}) {
  let now = 0
  const errors: string[] = []
  const taken = new Map<string, number>()
  const time = createProcessorTime({
    nowMs: () => now,
    log: { debug() {}, info() {}, warn() {}, error: (event) => void errors.push(event) },
    reserveBatch: async (_scope, subject, limit, _window, want) => {
      if (broken) throw new Error('no database')
      const before = taken.get(subject) ?? 0
      if (before < limit) taken.set(subject, before + want)
      return { granted: Math.max(0, Math.min(want, limit - before)), windowLeftMs }
    },
  })
  return { time, taken, errors, pass: (ms: number) => (now += ms) }
}

test('each job is counted in tenths of a second, and a short one as one tenth', async () => {
  const { time, taken } = budget()
  await time.spend(visitor, 1_240)
  await time.spend(visitor, 3)
  expect(taken.get('visitor:192.0.2.1')).toBe(12 + 1)
})

test('a used-up budget refuses its caller until the window ends', async () => {
  const { time, pass } = budget()
  const jobs = processorSeconds.visitor / 5
  for (let job = 0; job < jobs; job++) await time.spend(visitor, 5_000)
  // Exactly used up: the next job would exceed it.
  expect(time.waitSeconds(visitor)).toBeNull()
  await time.spend(visitor, 100)
  expect(time.waitSeconds(visitor)).toBe(1_800)
  expect(time.waitSeconds({ kind: 'visitor', id: '192.0.2.2' })).toBeNull()
  expect(time.waitSeconds({ kind: 'account', id: '192.0.2.1' })).toBeNull()
  pass(1_799_500)
  expect(time.waitSeconds(visitor)).toBe(1)
  pass(500)
  expect(time.waitSeconds(visitor)).toBeNull()
})

test('a job longer than the full budget uses it up and nothing more', async () => {
  const { time, taken } = budget()
  await time.spend(visitor, 10_000_000)
  expect(taken.get('visitor:192.0.2.1')).toBe(10 * processorSeconds.visitor)
})

test('without a database nothing is refused, and the outage is logged', async () => {
  const { time, errors } = budget({ broken: true })
  await time.spend(visitor, 5_000)
  expect(time.waitSeconds(visitor)).toBeNull()
  expect(errors).toEqual(['limits.processor_time_not_counted'])
})
