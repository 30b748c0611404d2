// An event waits for the charge that its own process is making, and not longer than its limit.

import { expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/order-id.ts'
import { createChargesInFlight } from '../../../server/domain/orders/charges-in-flight.ts'

test('it waits until the outcome is written, also after a failure', async () => {
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

test('it waits no longer than the limit', async () => {
  const charges = createChargesInFlight()
  const charge = Promise.withResolvers<void>()
  const running = charges.run(orderIdOf('order'), () => charge.promise)
  await charges.settled(orderIdOf('order'), 1)
  charge.resolve()
  await running
})
