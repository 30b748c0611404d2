// The caller's reference of an order that an agent places (decisions.md 57).
import { expect } from 'bun:test'
import { callTool, refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { openOrderingService, ordersOf } from './ordering.ts'

const service = use(openOrderingService)

verifies('orders.reference', 'create_print_order', async () => {
  const account = await service.account()
  const id = await service.quoted(account)
  const refused = await refusalOf(service.order(account, id, { reference: 'x'.repeat(65) }))
  expect(refused).toContain('reference')
  expect(await ordersOf(service, account)).toEqual([])
  const { fields } = await resultOf(service.order(account, id, { reference: ' Box 7 ' }))
  const code = String(fields['order_code'])
  const read = await resultOf(callTool(service, account, 'get_order', { code }))
  expect(read.fields).toMatchObject({ order_code: code, reference: 'Box 7' })
  const listed = await resultOf(callTool(service, account, 'list_my_orders'))
  expect(listed.fields).toMatchObject({ orders: [{ order_code: code, reference: 'Box 7' }] })
})
