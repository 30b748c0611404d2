// The estimate of what is left of a generation, worked out by hand.
import { expect, test } from 'bun:test'
import { pollDelayMs } from '../../../server/domain/generation/run/ask-engine.ts'
import { noPace, secondsLeft } from '../../../server/domain/generation/run/pace.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const left = (change: Partial<Parameters<typeof secondsLeft>[0]>) =>
  secondsLeft({ ...noPace, status: 'running', stage: 'generating', ...change }, now)

test('by the usual time until the vendor says a percentage, then by its speed', () => {
  const asked = { engineStartedAt: ago(20), estimatedSeconds: 60 }
  // 60 - 20 of the engine and 10 for what follows.
  expect(left(asked)).toBe(50)
  expect(left({ ...asked, percent: 4 })).toBe(50)
  // 25 % in 20 seconds leaves 60, and 10 for what follows.
  expect(left({ ...asked, percent: 25 })).toBe(70)
  // 80 % in 20 seconds leaves 5.
  expect(left({ ...asked, percent: 80 })).toBe(15)
})

test('is unknown in the queue and once it takes longer than usual, and short after the engine', () => {
  expect(left({ status: 'queued', stage: null })).toBeNull()
  expect(left({ engineStartedAt: ago(90), estimatedSeconds: 60 })).toBeNull()
  expect(left({ engineStartedAt: ago(90), estimatedSeconds: 60, stage: 'repairing' })).toBe(10)
  expect(left({ status: 'done', stage: null })).toBeNull()
})

test('polls are 5 seconds apart at most', () => {
  expect([0, 1, 2, 3, 20].map(pollDelayMs)).toEqual([2000, 4000, 5000, 5000, 5000])
})
