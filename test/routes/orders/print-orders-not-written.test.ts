// POST /api/print/orders when the order cannot be written: failures that prove that nothing was charged, and failures
// that leave it open.
import { afterEach, describe, expect, test } from 'bun:test'
import { FAILING_CITY, failOrdersToAtlantis } from '../../../testing/database/order-trigger.ts'
import { placed, refusal, submit } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const account = use(() => service.account())
let undo: () => Promise<void> | void = () => {}
afterEach(async () => {
  await undo()
  undo = () => {}
})

const send = (key?: string) =>
  submit(service, account, {
    fields: { city: FAILING_CITY },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })

const ordersOf = async () =>
  (
    await service.db
      .selectFrom('orders')
      .select('code')
      .where('account_id', '=', account.accountId)
      .where('city', '=', FAILING_CITY)
      .execute()
  ).length

async function expectNothing() {
  expect(await ordersOf()).toBe(0)
  expect(await service.stripe.charges()).toMatchObject({ succeeded: 0, declined: 0 })
}

describe('a refusal of the database', () => {
  // 22021 bytes that are no text, 22001 too long, 23514 a check, 23502 a null; 42501 a missing privilege.
  test.each(['22021', '22001', '23514', '23502', '42501'])(
    '%s proves that nothing was charged, and the response says so',
    async (state) => {
      undo = await failOrdersToAtlantis(service.service.database, { refuse: state })
      expect(await refusal(send())).toEqual([
        500,
        'Something broke on our side, and the order was not placed. Nothing was charged. It was logged; try again shortly.',
      ])
      await expectNothing()
    },
  )

  // 25006 read-only, 40001 a conflict, 53100 no disk, 55P03 a lock, 57014 a statement timeout.
  test.each(['25006', '40001', '53100', '55P03', '57014'])(
    '%s is temporary, so the response is 503 with Retry-After and nothing was charged',
    async (state) => {
      undo = await failOrdersToAtlantis(service.service.database, { refuse: state })
      const response = await send()
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await response.json()).toEqual({
        error: 'The order could not be saved just now. Nothing was charged; send it again.',
      })
      await expectNothing()
    },
  )

  test('leaves the Idempotency-Key unused for the same request', async () => {
    undo = await failOrdersToAtlantis(service.service.database, { refuse: '40001' })
    expect((await send('refused-once')).status).toBe(503)
    await undo()
    undo = () => {}
    expect((await placed(send('refused-once'))).paid).toBe(true)
    await service.db.updateTable('orders').set({ city: 'Springfield' }).execute()
  })
})

test('a connection that breaks before the write is confirmed leaves the outcome open and the key in use', async () => {
  const payer = await service.account()
  const sendOne = () =>
    submit(service, payer, {
      fields: { city: FAILING_CITY },
      headers: { 'idempotency-key': 'broken-off' },
    })
  undo = await failOrdersToAtlantis(service.service.database, 'disconnect')
  expect(await refusal(sendOne())).toEqual([
    500,
    'Something broke on our side while the order was being saved, and whether it was placed is not known yet. Do not submit it as a new order: send it again with the same Idempotency-Key, or check your account page in a minute.',
  ])
  await undo()
  undo = () => {}
  expect((await sendOne()).status).toBe(409)
  await service.service.database.pool.query(
    "update idempotency_keys set claimed_at = now() - interval '1 minute' where key = 'broken-off'",
  )
  expect((await placed(sendOne())).paid).toBe(true)
  expect(await service.stripe.charges({ customer: payer.customerId ?? '' })).toMatchObject({
    succeeded: 1,
  })
})

test('a caller without an Idempotency-Key is not told to repeat one', async () => {
  const payer = await service.account()
  undo = await failOrdersToAtlantis(service.service.database, 'disconnect')
  expect(await refusal(submit(service, payer, { fields: { city: FAILING_CITY } }))).toEqual([
    500,
    'Something broke on our side while the order was being saved, and whether it was placed is not known yet. Do not submit it as a new order: check on your account page in a minute whether it was placed.',
  ])
  await undo()
  undo = () => {}
})

test('an error before the order is written charges nothing', async () => {
  service.replace({
    accounts: { read: () => Promise.reject(new Error('inner detail')) },
  })
  const payer = await service.account()
  const [status, error] = await refusal(submit(service, payer))
  expect([status, error]).toEqual([
    500,
    'Something broke on our side, and the order was not placed. Nothing was charged. It was logged; try again shortly.',
  ])
  expect(await service.stripe.charges({ customer: payer.customerId ?? '' })).toMatchObject({
    succeeded: 0,
  })
})

test('an error after the order is written names the order', async () => {
  const payer = await service.account()
  service.replace({
    orders: { markPaid: () => Promise.reject(new Error('inner detail')) },
  })
  const [status, error] = await refusal(submit(service, payer))
  const { code } = await service.db
    .selectFrom('orders')
    .select('code')
    .where('account_id', '=', payer.accountId)
    .executeTakeFirstOrThrow()
  expect([status, error]).toEqual([
    500,
    `Order ${code} is placed, but something broke on our side, and whether it was charged is not known yet. Do not submit it again: read its status in a minute.`,
  ])
})
