// What a customer reads of the prints of an order.
import { expect, test } from 'bun:test'
import { printProgress } from '../../../server/domain/farm/print-progress.ts'

const job = { plate: 1, good: null, progress: null, remainingSeconds: null } as const

test('counts good parts and those that are expected; bad ones are printed again by another job', () => {
  const jobs = [
    { ...job, state: 'done', parts: 3, good: 2 },
    { ...job, state: 'printing', parts: 1, progress: 0.5, remainingSeconds: 60 },
    { ...job, state: 'queued', plate: 2, parts: 4 },
    { ...job, state: 'cancelled', plate: 3, parts: 9 },
  ] as const
  expect(printProgress('PRINTING', jobs)).toEqual({
    printed: 2,
    parts: 7,
    plates: [{ plate: 1, parts: 1, progress: 0.5, remainingSeconds: 60 }],
  })
})

test('is none before and after the prints, and of orders without jobs', () => {
  const jobs = [{ ...job, state: 'done', parts: 3, good: 3 }] as const
  expect(printProgress('PRINTED', jobs)).toBeNull()
  expect(printProgress('ACCEPTED', jobs)).toBeNull()
  expect(printProgress('PRINTING', [])).toBeNull()
})
