// Rounds of the reconciler over orders in doubt: some that cannot be settled, some while the processor is down, and
// the notifications of customers.
import { expect, test } from 'bun:test'
import { reconcileCharges } from '../../server/domain/orders/settle/reconcile.ts'
import { ProcessorUnavailable } from '../../server/domain/payments/ports.ts'
import { findOrder, placed, submit } from '../../testing/people/submit.ts'
import type { TestAccount } from '../../testing/service/test-accounts.ts'
import { useService } from '../../testing/use.ts'

const service = useService()

const broken = [new Error('a bug of ours'), new ProcessorUnavailable('no server there')]

test('an order that cannot be settled does not delay others, and is retried', async () => {
  const codes = await ordersInDoubt(6, { eachOwnAccount: true })
  await grow(codes, '1 hour')
  const { payments } = service.deps
  const failing = new Map(broken.map((error, at) => [codes[at], error]))
  const restore = service.replace({
    payments: {
      findPaymentsOfOrders: async (orders, ...rest) => {
        const error = failing.get(orders[0]?.orderCode)
        if (error !== undefined) throw error
        return payments.findPaymentsOfOrders(orders, ...rest)
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

test('sixty unsettled orders cause ten calls per round to an unavailable processor, with one attempt each', async () => {
  const codes = await ordersInDoubt(60)
  const before = await callsTo('POST /v1/payment_intents')
  await service.stripe.fault({
    method: 'POST',
    when: 'before',
    times: 'always',
    outcome: { status: 503 },
  })
  expect(await round()).toBe(10)
  expect(await round()).toBe(10)
  expect((await callsTo('POST /v1/payment_intents')) - before).toBe(20)
  await service.stripe.clearFaults()
  const rounds = [1, 2, 3, 4, 5, 6]
  for (const _ of rounds) await round()
  expect(await statesOf(codes)).toEqual(codes.map(() => 'succeeded'))
  expect((await mailsAbout(codes)).map(({ kind }) => kind)).toEqual(codes.map(() => 'confirmation'))
})

test.each([
  ['made', true],
  ['not made', false],
])(
  '64 interrupted charges that were %s are settled in seven rounds, without a listing',
  async (_name, arrives) => {
    const codes = await ordersInDoubt(64, { arrives })
    const before = await listCalls()
    const succeeded = (await service.stripe.charges()).succeeded
    for (let rounds = 0; rounds < 7; rounds += 1) await round()
    expect(await statesOf(codes)).toEqual(codes.map(() => 'succeeded'))
    expect(await listCalls()).toBe(before)
    expect((await service.stripe.charges()).succeeded - succeeded).toBe(arrives ? 0 : 64)
  },
)

test('older orders of one customer are settled from one listing per round', async () => {
  const account = await service.account()
  const codes = [
    ...(await ordersInDoubt(3, { account })),
    ...(await ordersInDoubt(7, { account, arrives: false })),
  ]
  await grow(codes, '22 hours')
  const before = await listCalls()
  expect(await round()).toBe(10)
  expect((await listCalls()) - before).toBe(2)
  expect(await statesOf(codes)).toEqual(codes.map(() => 'succeeded'))
  for (const code of codes) {
    expect(await service.stripe.charges({ orderCode: code })).toMatchObject({ succeeded: 1 })
  }
})

test('without a budget the reconciler searches for nothing, abandons nothing and does not wait longer', async () => {
  const [code = ''] = await ordersInDoubt(1)
  await grow([code], '1 hour')
  await service.service.database.pool.query(
    `insert into call_budgets (name, tokens, filled_at) values ('processor', 0, now() + interval '1 hour')
      on conflict (name) do update set tokens = 0, filled_at = now() + interval '1 hour'`,
  )
  const before = await listCalls()
  await quiet()
  expect(await round()).toBe(1)
  expect(await listCalls()).toBe(before)
  expect(await statesOf([code])).toEqual(['unknown'])
  const { rows } = await service.service.database.pool.query(
    'select charge_looks from orders where code = $1',
    [code],
  )
  expect(rows).toEqual([{ charge_looks: 0 }])
  const told = service.logs().filter((line) => line['code'] === code)
  expect(told.map(({ event }) => event)).toContain('payment.not_reconciled_busy')
  expect(told.map(({ event }) => event)).not.toContain('payment.not_reconciled_unreachable')
  await service.service.database.pool.query('delete from call_budgets')
  await round()
  expect(await statesOf([code])).toEqual(['succeeded'])
})

test('a customer gets one email when an unsettled charge was declined or never made', async () => {
  const [declined = ''] = await ordersInDoubt(1, { card: 'pm_card_chargeCustomerFail' })
  const [lost = ''] = await ordersInDoubt(1, { arrives: false })
  await grow([declined, lost], '1 day')
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

type Doubt = { card?: string; arrives?: boolean; account?: TestAccount; eachOwnAccount?: boolean }

/** Creates orders whose charge got no response: made (or declined) at the processor, or never arrived there. */
async function ordersInDoubt(
  count: number,
  { card = 'pm_card_visa', arrives = true, account, eachOwnAccount = false }: Doubt = {},
): Promise<readonly string[]> {
  const shared = account ?? (await service.account({ card }))
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
    Array.from({ length: count }, async () =>
      placed(submit(service, eachOwnAccount ? await service.account({ card }) : shared)),
    ),
  )
  restore()
  return orders.map(({ code }) => code)
}

/** Makes the orders older by that interval. */
const grow = (codes: readonly string[], age: string) =>
  service.service.database.pool.query(
    'update orders set created_at = created_at - $2::interval where code = any($1)',
    [codes, age],
  )

/** Runs a round with every lease expired. */
async function round(): Promise<number> {
  await service.service.database.pool.query(
    "update orders set charge_checked_at = charge_checked_at - interval '1 minute'",
  )
  return reconcileCharges(service.deps, { startedSecondsAgo: 0 })
}

/** Makes a charge in progress impossible. */
const quiet = () =>
  service.service.database.pool.query(
    "update orders set updated_at = updated_at - interval '1 minute'",
  )

const callsTo = async (...endpoints: readonly string[]) =>
  (await service.stripe.calls())
    .filter(({ endpoint }) => endpoints.includes(endpoint))
    .reduce((sum, { calls }) => sum + calls, 0)

const listCalls = () => callsTo('GET /v1/payment_intents', 'GET /v1/checkout/sessions')

const mailsAbout = (codes: readonly string[]) =>
  service.db
    .selectFrom('emails')
    .innerJoin('orders', 'orders.id', 'emails.order_id')
    .select(['orders.code', 'emails.kind', 'emails.body'])
    .where('orders.code', 'in', codes)
    .orderBy('orders.created_at')
    .execute()

const statesOf = (codes: readonly string[]) =>
  Promise.all(codes.map(async (code) => (await findOrder(service, code))?.chargeState))
