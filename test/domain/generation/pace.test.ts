// The estimate of the remaining time of a generation, derived manually.
import { expect, test } from 'bun:test'
import { pollDelayMs } from '../../../server/domain/generation/run/ask-engine.ts'
import { noPace, secondsLeft } from '../../../server/domain/generation/run/pace.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const left = (change: Partial<Parameters<typeof secondsLeft>[0]>) =>
  secondsLeft({ ...noPace, status: 'running', stage: 'generating', ...change }, now)

test('uses the usual time until the vendor reports 10 %, then its speed', () => {
  const asked = { engineStartedAt: ago(20), estimatedSeconds: 60 }
  // 60 - 20 of the engine and 10 for the later steps.
  expect(left(asked)).toBe(50)
  expect(left({ ...asked, percent: 9 })).toBe(50)
  // 10 % in 20 seconds leaves 180, and 10 for the later steps.
  expect(left({ ...asked, percent: 10 })).toBe(190)
  // 25 % in 20 seconds leaves 60, and 10 for the later steps.
  expect(left({ ...asked, percent: 25 })).toBe(70)
  // 80 % in 20 seconds leaves 5.
  expect(left({ ...asked, percent: 80 })).toBe(15)
})

test('is unknown in the queue and after the usual time, and short after the engine', () => {
  expect(left({ status: 'queued', stage: null })).toBeNull()
  expect(left({ engineStartedAt: ago(90), estimatedSeconds: 60 })).toBeNull()
  expect(left({ engineStartedAt: ago(90), estimatedSeconds: 60, stage: 'repairing' })).toBe(10)
  expect(left({ status: 'done', stage: null })).toBeNull()
})

test('polls are at most 5 seconds apart', () => {
  expect([0, 1, 2, 3, 20].map(pollDelayMs)).toEqual([2000, 4000, 5000, 5000, 5000])
})
