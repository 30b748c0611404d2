// A returned refund that was settled with the customer in another way: the note, and the refusals.

import { expect, test } from 'bun:test'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import { ok } from '../../../server/domain/base/result.ts'
import { resolveRefund } from '../../../server/domain/orders/refund/resolve-refund.ts'
import { code, operator, paidOrder, settledRefund, stage } from './refund-stage.ts'

const note = 'Sent by bank transfer.'

async function resolve(order: typeof paidOrder | null, resolved: typeof settledRefund | null) {
  const { deps, lines } = stage({ orders: [order] })
  const calls: unknown[] = []
  const refunds = {
    ...deps.refunds,
    resolve: async (request: unknown) => {
      calls.push(request)
      return resolved === null ? null : ok(resolved)
    },
  }
  const result = await resolveRefund({ ...deps, refunds }, operator, {
    code,
    refundId: refundIdOf('refund-1'),
    note,
  })
  return { result, calls, lines }
}

test('a resolved refund is recorded with the operator', async () => {
  const { result, calls, lines } = await resolve(paidOrder, settledRefund)
  expect(result).toEqual({ ok: true, value: settledRefund })
  expect(calls).toEqual([{ orderId: 'order-1', refundId: 'refund-1', by: operator, note }])
  expect(lines).toEqual([['info', 'refund.resolved', { code, refundId: 'refund-1', by: operator }]])
})

test('requires an order, and a returned refund', async () => {
  const missing = await resolve(null, settledRefund)
  expect(missing.result).toEqual({ ok: false, failure: { kind: 'order_not_found' } })
  expect(missing.calls).toEqual([])
  expect((await resolve(paidOrder, null)).result).toEqual({
    ok: false,
    failure: { kind: 'refund_not_returned' },
  })
})
