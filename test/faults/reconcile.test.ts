// Rounds of the reconciler over orders in doubt: some cannot be settled, some while the processor is down, and what customers hear.
import { expect, test } from 'bun:test'
import { reconcileCharges } from '../../server/domain/orders/reconcile.ts'
import { ProcessorUnavailable } from '../../server/domain/payments/ports.ts'
import { placed, submit } from '../helpers/submit.ts'
import { useService } from '../helpers/use.ts'

const service = useService()

const broken = [new Error('a bug of ours'), new ProcessorUnavailable('no server there')]

test('an order that cannot be settled keeps no other waiting, and is tried again', async () => {
  const codes = await ordersInDoubt(6)
  const { payments } = service.deps
  const failing = new Map(broken.map((error, at) => [codes[at], error]))
  const restore = service.replace({
    payments: {
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

test('sixty orders in doubt ask a processor that is down ten times a round, one try each', async () => {
  const codes = await ordersInDoubt(60)
  const before = await listCalls()
  await service.stripe.fault({
    method: 'GET',
    when: 'before',
    times: 'always',
    outcome: { status: 503 },
  })
  expect(await round()).toBe(10)
  expect(await round()).toBe(10)
  expect((await listCalls()) - before).toBe(20)
  await service.stripe.clearFaults()
  const rounds = [1, 2, 3, 4, 5, 6]
  for (const _ of rounds) await round()
  expect(await statesOf(codes)).toEqual(codes.map(() => 'succeeded'))
  expect((await mailsAbout(codes)).map(({ kind }) => kind)).toEqual(codes.map(() => 'confirmation'))
})

test('without a budget the reconciler asks nothing and gives up nothing', async () => {
  const [code = ''] = await ordersInDoubt(1)
  await service.service.database.pool.query(
    `insert into call_budgets (name, tokens, filled_at) values ('processor', 0, now() + interval '1 hour')
      on conflict (name) do update set tokens = 0, filled_at = now() + interval '1 hour'`,
  )
  const before = await listCalls()
  await quiet()
  expect(await round()).toBe(1)
  expect(await listCalls()).toBe(before)
  expect(await statesOf([code])).toEqual(['unknown'])
  await service.service.database.pool.query('delete from call_budgets')
  await round()
  expect(await statesOf([code])).toEqual(['succeeded'])
})

test('a customer whose doubtful charge was declined or never made is told by mail, once', async () => {
  const [declined = ''] = await ordersInDoubt(1, { card: 'pm_card_chargeCustomerFail' })
  const [lost = ''] = await ordersInDoubt(1, { arrives: false })
  await quiet()
  await round()
  await round()
  expect(await statesOf([declined, lost])).toEqual(['declined', 'not_made'])
  const mails = await mailsAbout([declined, lost])
  expect(mails.map(({ code, kind }) => [code, kind])).toEqual([
    [declined, 'unpaid'],
    [lost, 'unpaid'],
  ])
  expect(mails[0]?.body).toContain('the card was declined ("Your card was declined.").')
  expect(mails[1]?.body).toContain('the charge never reached the card processor.')
  for (const { code, body } of mails) {
    expect(body).toContain('No money was taken.')
    expect(body).toContain(`pay $8.00 here, with any card:\n${service.baseUrl}/orders/${code}/pay`)
  }
})

/** Orders whose charge got no response: made (or declined) at the processor, or never arrived there. */
async function ordersInDoubt(
  count: number,
  { card = 'pm_card_visa', arrives = true } = {},
): Promise<readonly string[]> {
  const account = await service.account({ card })
  const { payments } = service.deps
  const restore = service.replace({
    payments: {
      chargeSavedCard: async (request) => {
        if (arrives) await payments.chargeSavedCard(request)
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

/** No charge can be on its way any more. */
const quiet = () =>
  service.service.database.pool.query(
    "update orders set updated_at = updated_at - interval '1 minute'",
  )

const listCalls = async () =>
  (await service.stripe.calls())
    .filter(({ endpoint }) => endpoint.startsWith('GET '))
    .reduce((sum, { calls }) => sum + calls, 0)

const mailsAbout = (codes: readonly string[]) =>
  service.db
    .selectFrom('emails')
    .innerJoin('orders', 'orders.id', 'emails.order_id')
    .select(['orders.code', 'emails.kind', 'emails.body'])
    .where('orders.code', 'in', codes)
    .orderBy('orders.created_at')
    .execute()

const statesOf = (codes: readonly string[]) =>
  Promise.all(codes.map(async (code) => (await service.deps.orders.readByCode(code))?.chargeState))
