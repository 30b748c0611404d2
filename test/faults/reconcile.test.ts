// One round of the reconciler over many orders in doubt, some of which cannot be settled.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { reconcileCharges } from '../../server/domain/orders/reconcile.ts'
import { ProcessorUnavailable } from '../../server/domain/ports.ts'
import { HOOK_TIMEOUT_MS, openTestService, type TestService } from '../helpers/service.ts'
import { placed, submit } from '../helpers/submit.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
}, HOOK_TIMEOUT_MS)
afterAll(() => service.close())

const broken = [new Error('a bug of ours'), new ProcessorUnavailable('nobody there')]

test('an order that cannot be settled keeps no other waiting, and is tried again', async () => {
  const codes = await ordersInDoubt(6)
  const { payments } = service.deps
  const failing = new Map(broken.map((error, at) => [codes[at], error]))
  const restore = service.replace({
    payments: {
      ...payments,
      findPayments: async (code, ...rest) => {
        const error = failing.get(code)
        if (error !== undefined) throw error
        return payments.findPayments(code, ...rest)
      },
    },
  })
  expect(await round()).toBe(6)
  const [stuck, settled] = [codes.slice(0, 2), codes.slice(2)]
  expect(await statesOf(stuck)).toEqual(['unknown', 'unknown'])
  expect(await statesOf(settled)).toEqual(settled.map(() => 'succeeded'))
  const told = service.logs().filter(({ event }) => event.startsWith('payment.not_reconciled'))
  expect(told.map(({ level }) => level).toSorted()).toEqual(['error', 'warn'])

  restore()
  expect(await round()).toBe(2)
  expect(await statesOf(stuck)).toEqual(['succeeded', 'succeeded'])
  expect((await service.stripe.charges()).succeeded).toBe(6)
})

/** Orders that were charged without our hearing of it. */
async function ordersInDoubt(count: number): Promise<readonly string[]> {
  const account = await service.account()
  const { payments } = service.deps
  const restore = service.replace({
    payments: {
      ...payments,
      chargeSavedCard: async (request) => {
        await payments.chargeSavedCard(request)
        return { kind: 'unknown' }
      },
    },
  })
  const orders = await Promise.all(
    Array.from({ length: count }, () => placed(submit(service, account))),
  )
  restore()
  return orders.map(({ code }) => code)
}

/** A round that finds every lease over. */
async function round(): Promise<number> {
  await service.service.database.pool.query(
    "update orders set charge_checked_at = charge_checked_at - interval '1 minute'",
  )
  return reconcileCharges(service.deps, { startedSecondsAgo: 0 })
}

const statesOf = (codes: readonly string[]) =>
  Promise.all(codes.map(async (code) => (await service.deps.orders.readByCode(code))?.chargeState))
