// maxTotal of a submit (decisions.md 55): an order that costs more is refused before anything is stored or charged.
import { expect, test } from 'bun:test'
import { CUBE, type FormChanges, placed, refusal, submit } from '../../../testing/people/submit.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

const ordersOf = ({ accountId }: TestAccount) =>
  service.db.selectFrom('orders').select('code').where('account_id', '=', accountId).execute()
const modelsOf = ({ accountId }: TestAccount) =>
  service.db.selectFrom('models').select('uri').where('account_id', '=', accountId).execute()

verifies('orders.max-total', async () => {
  const account = await service.account()
  // The cube costs $8.00: $1.00 for the print, the minimum, and $7.00 of postage.
  const tooMuch = submit(service, account, { fields: { maxTotal: '7.99' } })
  expect(await refusal(tooMuch)).toEqual([
    402,
    'This order costs $8.00, more than the maxTotal of $7.99. Nothing was stored, ordered or charged.',
  ])
  expect(await ordersOf(account)).toEqual([])
  expect(await modelsOf(account)).toEqual([])
  expect(await service.stripe.charges({ customer: account.customerId ?? '' })).toMatchObject({
    succeeded: 0,
    declined: 0,
  })
  for (const maxTotal of ['8', '8.0', '8.00', '$8', '9999999.99', '']) {
    const order = await placed(submit(service, account, { fields: { maxTotal } }))
    expect(order).toMatchObject({ paid: true, charged: 8 })
    expect(order.ignored).toBeUndefined()
  }
})

test.each(['0', '0.00', '-1', '8.001', '1e3', 'ten', '8,50', 'Infinity', '10000000'])(
  'a maxTotal of %s is refused',
  async (maxTotal) => {
    const sent = submit(service, await service.account(), { fields: { maxTotal } })
    expect(await refusal(sent)).toEqual([
      400,
      'maxTotal must be an amount of dollars above 0 with at most two decimals, such as 12.50.',
    ])
  },
)

test('a misspelled maxTotal is refused, because the order would be charged without it', async () => {
  for (const name of ['maxtotal', 'max_total', 'maxTotl', 'MaxTotal']) {
    const fields: FormChanges = { [name]: '1' }
    expect(await refusal(submit(service, await service.account(), { fields }))).toEqual([
      400,
      `Unknown field "${name}". Did you mean maxTotal?`,
    ])
  }
})

test('the checks of the contract come first, including the minimum and the analysis', async () => {
  const account = await service.account()
  const fields = { maxTotal: '0.01' }
  const broken = submit(service, account, { fields, file: { ...CUBE, bytes: 'no mesh' } })
  expect((await refusal(broken))[0]).toBe(422)
  const noCity = submit(service, account, { fields: { ...fields, city: undefined } })
  expect(await refusal(noCity)).toEqual([400, 'Missing required shipping fields: city'])
})

test('a repeat under its key returns the first response, whatever its maxTotal', async () => {
  const account = await service.account()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const refused = submit(service, account, { headers, fields: { maxTotal: '7.99' } })
  expect((await refusal(refused))[0]).toBe(402)
  const first = await placed(submit(service, account, { headers, fields: { maxTotal: '8' } }))
  const again = await placed(submit(service, account, { headers, fields: { maxTotal: '1' } }))
  expect(again).toEqual(first)
})
