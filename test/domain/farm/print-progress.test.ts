// Progress of the prints of an order, as shown to a customer.
import { expect, test } from 'bun:test'
import { printProgress } from '../../../server/domain/farm/read/print-progress.ts'
import type { OrderStatus } from '../../../server/domain/orders/record/status.ts'

const job = { plate: 1, good: null, progress: null, remainingSeconds: null } as const

const orderOf = (quantity: number, status: OrderStatus = 'PRINTING') => ({
  status,
  options: { quantity },
})

test('counts good and expected parts; another job reprints bad ones', () => {
  const jobs = [
    { ...job, state: 'done', parts: 3, good: 2 },
    { ...job, state: 'printing', parts: 1, progress: 0.5, remainingSeconds: 60 },
    { ...job, state: 'queued', plate: 2, parts: 4 },
    { ...job, state: 'cancelled', plate: 3, parts: 9 },
  ] as const
  expect(printProgress(orderOf(7), jobs)).toEqual({
    printed: 2,
    parts: 7,
    plates: [{ plate: 1, parts: 1, progress: 0.5, remainingSeconds: 60 }],
  })
})

test('the progress is absent before and after the prints, and for orders without jobs', () => {
  const jobs = [{ ...job, state: 'done', parts: 3, good: 3 }] as const
  expect(printProgress(orderOf(3, 'PRINTED'), jobs)).toBeNull()
  expect(printProgress(orderOf(3, 'ACCEPTED'), jobs)).toBeNull()
  expect(printProgress(orderOf(3), [])).toBeNull()
})

test('covers all parts of the order, also when its jobs cover only some', () => {
  // 10 were ordered: 3 good and 1 bad of the first plate, 2 on the second; 4 have no job yet, and the bad one is
  // queued later.
  const jobs = [
    { ...job, state: 'done', parts: 4, good: 3 },
    { ...job, state: 'claimed', plate: 2, parts: 2 },
  ] as const
  expect(printProgress(orderOf(10), jobs)).toMatchObject({ printed: 3, parts: 10 })
  // A plate printed more parts than were ordered.
  const spare = [{ ...job, state: 'done', parts: 4, good: 4 }] as const
  expect(printProgress(orderOf(3), spare)).toMatchObject({ printed: 3, parts: 3 })
})

test('the progress is absent when every job was cancelled', () => {
  const jobs = [{ ...job, state: 'cancelled', parts: 3 }] as const
  expect(printProgress(orderOf(3), jobs)).toBeNull()
})
