// A quote becomes one order and one charge under concurrent and repeated calls; it belongs to one account, for a day.

import { describe, expect, test } from 'bun:test'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { identityOf, quoteSubject } from '../../../server/domain/orders/record/identity.ts'
import { orderQuote } from '../../../server/domain/quotes/order-quote.ts'
import { refusalOf, resultOf } from '../../../testing/agent/call-tool.ts'
import { callerOf } from '../../../testing/agent/stand-ins.ts'
import { loseOrders } from '../../../testing/faults/lose-rows.ts'
import { noCard } from '../../../testing/orders.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { ADDRESS, chargesOf, openOrderingService, ordersOf, toolOf } from './ordering.ts'

const service = use(openOrderingService)

describe('once', () => {
  verifies(['quote.once', 'mcp.tool.create-print-order.not-idempotent'], async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    const { fields } = await resultOf(service.order(account, id))
    const again = await refusalOf(service.order(account, id))
    expect(again).toContain(`became order ${fields['order_code']}`)
    expect(await chargesOf(service, account)).toMatchObject({ succeeded: 1, amountCents: 2212 })
    const { definition } = toolOf('create_print_order')
    expect(definition.annotations.idempotentHint).toBe(false)
    expect(Object.keys(definition.inputSchema['properties'] ?? {}).join()).not.toMatch(/idempoten/i)
  })

  test('a call that is repeated after its rows were lost finds its charge', async () => {
    const account = await service.account()
    const id = await service.quoted(account)
    const { fields } = await resultOf(service.order(account, id))
    await loseOrders(service, [String(fields['order_code'])])
    expect(await ordersOf(service, account)).toEqual([])
    expect((await resultOf(service.order(account, id))).fields).toEqual(fields)
    expect(await ordersOf(service, account)).toHaveLength(1)
    expect(await chargesOf(service, account)).toMatchObject({ succeeded: 1, amountCents: 2212 })
    // Different address text makes no second charge: the quote is paid.
    await loseOrders(service, [String(fields['order_code'])])
    await resultOf(service.order(account, id, { recipient_name: 'Grace Example' }))
    expect(await chargesOf(service, account)).toMatchObject({ succeeded: 1, amountCents: 2212 })
  })

  verifies('quote.once', '64 concurrent calls make one order and one charge', async () => {
    const account = await service.account()
    const quoteId = await service.quoted(account)
    const { recipient_name: recipientName, ...same } = ADDRESS
    const fields = new Map(Object.entries({ recipientName, ...same }))
    const results = await Promise.all(
      Array.from({ length: 64 }, () =>
        orderQuote(service.deps, callerOf(account), { quoteId, fields }),
      ),
    )
    const placed = results.flatMap((result) => (result.ok ? [result.value.response.code] : []))
    expect(placed).toHaveLength(1)
    for (const result of results) {
      if (!result.ok) {
        expect(result.failure).toEqual({ kind: 'quote_spent', orderCode: placed[0] ?? '' })
      }
    }
    expect(await ordersOf(service, account)).toHaveLength(1)
    expect(await chargesOf(service, account)).toEqual({
      succeeded: 1,
      declined: 0,
      amountCents: 2212,
      refundedCents: 0,
    })
  })

  verifies(
    'quote.once',
    'the allowance admits ten of 64 concurrent requests to the endpoint, and one of them orders',
    async () => {
      const account = await service.account()
      const id = await service.quoted(account)
      const results = await Promise.all(
        Array.from({ length: 64 }, () => service.order(account, id)),
      )
      expect(results.filter(({ isError }) => !isError)).toHaveLength(1)
      expect(results.filter(({ text }) => text.includes('already used'))).toHaveLength(9)
      expect(results.filter(({ text }) => text.includes('allowance'))).toHaveLength(54)
      expect(await ordersOf(service, account)).toHaveLength(1)
      expect(await chargesOf(service, account)).toMatchObject({
        succeeded: 1,
        declined: 0,
        amountCents: 2212,
      })
    },
  )

  test('a taken code is drawn again, and the quote is spent with the order that got a code', async () => {
    const account = await service.account()
    const [first, second] = [await service.quoted(account), await service.quoted(account)]
    const { fields } = await resultOf(service.order(account, first))
    // An order of the first quote already has the code that the second quote would get.
    const taken = identityOf(service.deps, quoteSubject(second), 0).code(0)
    await service.db
      .updateTable('orders')
      .set({ code: taken })
      .where('code', '=', String(fields['order_code']))
      .execute()
    const { fields: other } = await resultOf(service.order(account, second))
    expect(other['order_code']).not.toBe(taken)
    expect(other['paid']).toBe(true)
    expect(await service.spentAt(second)).not.toBeNull()
    expect(await ordersOf(service, account)).toHaveLength(2)
    expect(await chargesOf(service, account)).toMatchObject({ succeeded: 2 })
  })
})

describe('owner and expiry', () => {
  verifies('quote.one-account', async () => {
    const [account, other] = [await service.account(), await service.account()]
    const id = await service.quoted(account)
    const foreign = await refusalOf(service.order(other, id))
    expect(await refusalOf(service.order(other, `quote_${'0'.repeat(32)}`))).toBe(foreign)
    for (const odd of ['', '\0', '../x', 'x'.repeat(65)]) {
      expect(await refusalOf(service.order(other, odd))).toMatch(/quote_id/)
    }
    expect(await service.spentAt(id)).toBeNull()
    await resultOf(service.order(account, id))
  })

  verifies('quote.expires', async () => {
    const account = await service.account()
    const [id, late] = [await service.quoted(account), await service.quoted(account)]
    service.advance(23.9 * 3600)
    try {
      await resultOf(service.order(account, id))
      service.advance(0.2 * 3600)
      expect(await refusalOf(service.order(account, late))).toMatch(
        /expired at .* 24 hours\. Nothing was charged/,
      )
    } finally {
      service.advance(-24.1 * 3600)
    }
    expect(await ordersOf(service, account)).toHaveLength(1)
    // The statement that spends the quote checks the time as well.
    const request = { quoteId: late, at: new Date(Date.now() + 24.1 * 3_600_000) }
    const [made] = await ordersOf(service, account)
    const found = await service.deps.orders.readByCode(made?.code ?? '')
    if (found === null) throw new Error('the order is gone')
    const fresh = {
      ...found,
      id: orderIdOf(crypto.randomUUID()),
      code: 'SVC-AAAAAA',
      payment: noCard,
    }
    expect(await service.deps.quotes.spend(request, fresh)).toEqual({ kind: 'unusable' })
    expect(await ordersOf(service, account)).toHaveLength(1)
  })

  test('a quote can be ordered a millisecond before it expires, and not at that moment', async () => {
    const account = await service.account()
    const quotes = [await service.quoted(account), await service.quoted(account)]
    const expiresAt = new Date(Date.now() + 3_600_000)
    await service.db
      .updateTable('quotes')
      .set({ expires_at: expiresAt })
      .where('id', 'in', quotes)
      .execute()
    const orderAt = (id: string, ms: number) => {
      const now = () => new Date(expiresAt.getTime() + ms)
      const restore = service.replace({ clock: { ...service.deps.clock, now } })
      return service.order(account, id).finally(restore)
    }
    const [before = '', at = ''] = quotes
    expect(await refusalOf(orderAt(at, 0))).toMatch(/expired at .* Nothing was charged/)
    expect(await service.spentAt(at)).toBeNull()
    const { fields } = await resultOf(orderAt(before, -1))
    expect(fields['paid']).toBe(true)
  })
})
