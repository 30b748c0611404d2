// Company, VAT ID and purchase-order number of create_print_order.
import { expect } from 'bun:test'
import { refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { openOrderingService, ordersOf } from './ordering.ts'

const service = use(openOrderingService)

verifies('buyer.create-print-order', async () => {
  const account = await service.account()
  const id = await service.quoted(account)
  const wrong: readonly (readonly [Record<string, string>, string])[] = [
    [{ company: 'x'.repeat(201) }, 'company: must be at most 200 characters long.'],
    [{ purchase_order: 'x'.repeat(65) }, 'purchase_order: must be at most 64 characters long.'],
    [{ vat_id: '1'.repeat(21) }, 'vat_id is longer than 20 characters.'],
    [{ vat_id: 'DE12' }, 'vat_id is not a VAT ID.'],
  ]
  for (const [fields, sentence] of wrong) {
    expect(await refusalOf(service.order(account, id, fields))).toStartWith(sentence)
  }
  expect(await ordersOf(service, account)).toEqual([])
  await service.deps.accounts.setBuyer(account.accountId, {
    company: 'Boxes',
    vatId: null,
    purchaseOrder: 'PO-1',
  })
  await resultOf(service.order(account, id, { vat_id: 'de 123456789', purchase_order: 'PO-2' }))
  expect(await ordersOf(service, account)).toMatchObject([
    { company: 'Boxes', vat_id: 'DE123456789', purchase_order: 'PO-2' },
  ])
})
