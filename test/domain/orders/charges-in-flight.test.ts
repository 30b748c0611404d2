// An event waits for the charge that its process is making, but no longer than its time limit.

import { expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { createChargesInFlight } from '../../../server/domain/orders/charges-in-flight.ts'

test('the wait ends once the outcome is written, even after a failure', async () => {
  const charges = createChargesInFlight()
  for (const end of ['resolve', 'reject'] as const) {
    const charge = Promise.withResolvers<string>()
    const running = charges.run(orderIdOf('order'), () => charge.promise)
    let isSettled = false
    const settled = charges.settled(orderIdOf('order'), 60_000).then(() => {
      isSettled = true
    })
    await charges.settled(orderIdOf('another order'), 60_000)
    expect(isSettled).toBe(false)
    charge[end]('written')
    expect(await running.catch((reason: unknown) => reason)).toBe('written')
    await settled
  }
  await charges.settled(orderIdOf('order'), 60_000)
})

test('the wait ends at the limit', async () => {
  const charges = createChargesInFlight()
  const charge = Promise.withResolvers<void>()
  let isWritten = false
  const running = charges
    .run(orderIdOf('order'), () => charge.promise)
    .then(() => {
      isWritten = true
    })
  const limitMs = 20
  const startedAt = performance.now()
  await charges.settled(orderIdOf('order'), limitMs)
  // Timers are in whole milliseconds.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(limitMs - 1)
  expect(isWritten).toBe(false)
  charge.resolve()
  await running
})
