// An event waits for the charge that its process is making, but no longer than its time limit.

import { expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { createChargesInFlight } from '../../../server/domain/orders/charges-in-flight.ts'
import { paid } from './settle-stage.ts'

const minuteMs = 60_000

test('an event waits for the charge of its order and gets the order as the charge wrote it', async () => {
  const charges = createChargesInFlight()
  const charge = Promise.withResolvers<{ order: typeof paid }>()
  const running = charges.run(paid.id, () => charge.promise)
  let isSettled = false
  const settled = charges.waitFor(paid.id, minuteMs).finally(() => {
    isSettled = true
  })
  expect(await charges.waitFor(orderIdOf('another order'), minuteMs)).toBeNull()
  expect(isSettled).toBe(false)
  charge.resolve({ order: paid })
  expect(await running).toEqual({ order: paid })
  expect(await settled).toEqual(paid)
  expect(await charges.waitFor(paid.id, minuteMs)).toBeNull()
})

test('the wait ends without an order if the charge fails', async () => {
  const charges = createChargesInFlight()
  const charge = Promise.withResolvers<{ order: typeof paid }>()
  const running = charges.run(paid.id, () => charge.promise)
  const settled = charges.waitFor(paid.id, minuteMs)
  charge.reject(new Error('no response'))
  await expect(running).rejects.toThrow('no response')
  expect(await settled).toBeNull()
})

test('the wait ends without an order at the limit', async () => {
  const charges = createChargesInFlight()
  const charge = Promise.withResolvers<{ order: typeof paid }>()
  const running = charges.run(paid.id, () => charge.promise)
  expect(await charges.waitFor(paid.id, 20)).toBeNull()
  charge.resolve({ order: paid })
  await running
})
