// dryRun of a submit: returns the order to expect, and stores, orders and charges nothing.
import { expect, test } from 'bun:test'
import { CUBE, orderForm, placed, refusal, submit } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

async function leftBy({ accountId, customerId }: TestAccount) {
  const rows = async (table: 'orders' | 'models' | 'idempotency_keys') =>
    (await service.db.selectFrom(table).selectAll().where('account_id', '=', accountId).execute())
      .length
  const { succeeded, declined } = await service.stripe.charges({ customer: customerId ?? '' })
  return {
    orders: await rows('orders'),
    models: await rows('models'),
    keys: await rows('idempotency_keys'),
    succeeded,
    declined,
  }
}
const nothing = { orders: 0, models: 0, keys: 0, succeeded: 0, declined: 0 }

verifies('orders.dry-run', async () => {
  const account = await service.account()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const fields = {
    color: 'Black',
    quantity: '200',
    country: 'DE',
    reference: 'SKU-1',
    giftwrap: 'yes',
  }
  const response = await submit(service, account, {
    headers,
    fields: { ...fields, dryRun: 'true' },
  })
  expect(response.status).toBe(200)
  // 200 becomes 50. The cube bills the minimum of $1.00 a part, and $30 of postage.
  const run = await response.json()
  expect(run).toEqual({
    dryRun: true,
    estimatedCost: 80,
    currency: 'USD',
    breakdown: { print: 50, shipping: 30, grams: 5, printHours: expect.any(Number) },
    dimensionsMm: [20, 20, 20],
    unit: 'mm',
    reference: 'SKU-1',
    wouldCharge: 80,
    adjusted: [{ field: 'quantity', sent: '200', used: 50 }],
    ignored: ['giftwrap'],
  })
  expect(await leftBy(account)).toEqual(nothing)
  // The later order under the same key is new, and matches the dry run.
  const order = await placed(submit(service, account, { headers, fields }))
  const { dryRun: _, wouldCharge, ...said } = run
  expect(order).toMatchObject({ ...said, charged: wouldCharge })
})

test('states that nothing would be charged without a card', async () => {
  const account = await service.account({ card: null })
  const response = await submit(service, account, { fields: { dryRun: 'true' } })
  expect(await response.json()).toMatchObject({ dryRun: true, wouldCharge: null })
  expect(await leftBy(account)).toEqual(nothing)
})

test('a dry run refuses whatever a submit refuses, with the same sentence', async () => {
  const account = await service.account()
  for (const change of [
    { fields: { city: undefined } },
    { fields: { material: 'wood' } },
    { fields: { materal: 'petg' } },
    { fields: { maxTotal: '7.99' } },
    { file: { ...CUBE, bytes: 'no mesh' } },
  ]) {
    const dry = { ...change, fields: { ...change.fields, dryRun: 'TRUE' } }
    expect(await refusal(submit(service, account, dry))).toEqual(
      await refusal(submit(service, account, change)),
    )
  }
  for (const dryRun of ['1', 'yes', 'on', 'tru', '', ' ']) {
    expect(await refusal(submit(service, account, { fields: { dryRun } }))).toEqual([
      400,
      'dryRun must be true or false, and a field of the form.',
    ])
  }
  for (const query of ['dryRun=true', 'dryrun=1', 'dryRun']) {
    const sent = rawPost(orderForm(), account.headers)
    expect(await refusal(service.fetch(`/api/print/orders?${query}`, sent))).toEqual([
      400,
      'dryRun must be true or false, and a field of the form.',
    ])
  }
  expect((await leftBy(account)).orders).toBe(0)
  await placed(submit(service, account, { fields: { dryRun: 'false' } }))
})
