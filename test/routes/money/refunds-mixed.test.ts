// Refunds of orders paid by a gift card and a card: one request refunds at most its amount, whatever fails in between
// (decisions.md 27 and 54). $8.00 of such an order are $5.00 on the gift card and $3.00 on the card.
import { beforeEach, describe, expect, test } from 'bun:test'
import { useMixedRefunds } from '../../../testing/money/mixed-refunds.ts'
import { post } from '../../../testing/people/shop.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service, operator, order, refund, money, board, settleNow, returnRefund, processorRefund } =
  useMixedRefunds()
beforeEach(() => service.stripe.clearFaults())

const nothing = { gift: 0, card: 0, refunded: 0, refunding: 0 }
const done = { gift: 500, card: 300, refunded: 800, refunding: 0 }
const eight = { amountCents: 800 }

/** Makes the processor refuse the next refund, as for an insufficient balance. */
const refuse = (times = 1) =>
  service.stripe.fault({
    method: 'POST',
    path: '/v1/refunds',
    when: 'before',
    times,
    outcome: { status: 400 },
  })
const lose = (when: 'before' | 'after') =>
  service.stripe.fault({
    method: 'POST',
    path: '/v1/refunds',
    when,
    times: 'always',
    outcome: 'reset',
  })

describe('the processor refuses the part of the card', () => {
  for (const key of ['refused', undefined]) {
    verifies(
      'decision.refund-amount',
      `nothing moves, and the repeat refunds the amount once (key: ${key})`,
      async () => {
        const placed = await order()
        await refuse()
        const [status, { error }] = await refund(placed.code, eight, key)
        expect([status, error]).toEqual([409, expect.stringContaining('No money was moved.')])
        expect(await money(placed)).toEqual(nothing)
        const [, first] = await refund(placed.code, eight, key)
        expect(first).toMatchObject({
          state: 'succeeded',
          requestedCents: 800,
          amountCents: 800,
          giftCardCents: 500,
          cardCents: 300,
          replayed: false,
          message: 'Refunded $8.00, $5.00 to the gift card and $3.00 to the card that paid.',
        })
        expect(await money(placed)).toEqual(done)
        expect((await refund(placed.code, eight, key))[1]).toMatchObject({ replayed: true })
        expect(await money(placed)).toEqual(done)
      },
    )
  }

  test('the gift card can refund its share again', async () => {
    const placed = await order()
    await refuse()
    await refund(placed.code, eight, 'first')
    expect((await refund(placed.code, { amountCents: 200 }, 'second'))[1]).toMatchObject({
      giftCardCents: 200,
      cardCents: 0,
    })
    expect((await refund(placed.code, { amountCents: 932 }, 'rest'))[1]).toMatchObject({
      giftCardCents: 300,
      cardCents: 632,
    })
    expect(await money(placed)).toEqual({ gift: 500, card: 632, refunded: 1132, refunding: 0 })
  })
})

describe('the bank returns the card part later', () => {
  verifies(
    'decision.refund-amount',
    'the gift card keeps its part, and each repeat requests only the rest until it arrives',
    async () => {
      const placed = await order()
      await refund(placed.code, eight, 'late')
      for (const attempt of [1, 2, 3]) {
        await returnRefund(await processorRefund(placed.code))
        // The stand-in's refund counter excludes what the bank returned.
        expect([attempt, await money(placed)]).toEqual([
          attempt,
          { gift: 500, card: 0, refunded: 500, refunding: 0 },
        ])
        const [status, body] = await refund(placed.code, eight, 'late')
        expect([status, body]).toMatchObject([
          200,
          {
            requestedCents: 800,
            amountCents: 300,
            giftCardCents: 0,
            cardCents: 300,
            replayed: false,
            message: 'Refunded $8.00, $5.00 to the gift card and $3.00 to the card that paid.',
          },
        ])
        expect(await money(placed)).toEqual(done)
      }
      expect((await refund(placed.code, { amountCents: 300 }, 'late'))[0]).toBe(409)
      expect((await refund(placed.code, eight, 'late'))[1].replayed).toBe(true)
      expect(await money(placed)).toEqual(done)
      expect((await board(placed.code)).refunds).toMatchObject([
        { state: 'partly', giftCardCents: 500, cardCents: 0, returnedAt: expect.any(String) },
        { state: 'failed', giftCardCents: 0, cardCents: 0, returnedAt: expect.any(String) },
        { state: 'failed', giftCardCents: 0, cardCents: 0, returnedAt: expect.any(String) },
        { state: 'succeeded', giftCardCents: 0, cardCents: 300, returnedAt: null },
      ])
    },
  )

  test('a refusal of the rest names the amount on the gift card', async () => {
    const placed = await order()
    await refund(placed.code, eight, 'late')
    await returnRefund(await processorRefund(placed.code))
    await refuse()
    const [status, { error }] = await refund(placed.code, eight, 'late')
    expect([status, error]).toEqual([
      409,
      expect.stringMatching(
        /^The card processor refused this refund: ".*"\. \$5\.00 of this request went to the gift card; \$3\.00 was not moved\. To refund the rest, send the same request again with the same key\.$/,
      ),
    ])
    expect(await money(placed)).toMatchObject({ gift: 500, card: 0, refunded: 500 })
  })

  test('another amount or reason under its key is refused', async () => {
    const placed = await order()
    await refund(placed.code, eight, 'late')
    await returnRefund(await processorRefund(placed.code))
    for (const change of [{ amountCents: 900 }, { ...eight, reason: 'Another one.' }]) {
      expect((await refund(placed.code, change, 'late'))[0]).toBe(409)
    }
    expect(await money(placed)).toMatchObject({ gift: 500, card: 0 })
  })
})

describe('no response', () => {
  verifies(
    'decision.refund-amount',
    'a refund that was made moves the gift card’s part as well',
    async () => {
      const placed = await order()
      await lose('after')
      expect((await refund(placed.code, eight, 'lost'))[1]).toMatchObject({
        state: 'settling',
        giftCardCents: 0,
        cardCents: 0,
      })
      expect(await money(placed)).toEqual({ gift: 0, card: 300, refunded: 0, refunding: 800 })
      await settleNow()
      expect(await money(placed)).toEqual(done)
    },
  )

  verifies('decision.refund-amount', 'a refund that was not made fails in the end', async () => {
    const placed = await order()
    await lose('before')
    await refund(placed.code, eight, 'lost')
    await service.stripe.clearFaults()
    await refuse()
    await settleNow()
    expect(await money(placed)).toEqual(nothing)
    await refund(placed.code, eight, 'lost')
    expect(await money(placed)).toEqual(done)
  })

  verifies(
    'decision.refund-amount',
    'the amount is refunded once when the process dies at any step',
    async () => {
      const { payments, refunds } = service.deps
      const crash = () => Promise.reject(new Error('the process dies here'))
      for (const broken of [
        { payments: { ...payments, refundPayment: crash } },
        { refunds: { ...refunds, settle: crash } },
      ]) {
        const placed = await order()
        const restore = service.replace(broken)
        expect((await refund(placed.code, eight, 'crash'))[0]).toBe(500)
        restore()
        expect(await money(placed)).toMatchObject({ gift: 0, refunded: 0, refunding: 800 })
        await settleNow()
        expect(await money(placed)).toEqual(done)
        expect((await refund(placed.code, eight, 'crash'))[1].replayed).toBe(true)
        expect(await money(placed)).toEqual(done)
      }
    },
  )
})

test('eight concurrent requests with one key make one refund', async () => {
  const placed = await order()
  await Promise.all(Array.from({ length: 8 }, () => refund(placed.code, eight, 'race')))
  await settleNow()
  expect(await money(placed)).toEqual(done)
})

test('an order paid only by a gift card is refunded once, even after a crash', async () => {
  const placed = await order()
  const crash = () => Promise.reject(new Error('the process dies here'))
  const restore = service.replace({ refunds: { ...service.deps.refunds, settle: crash } })
  await refund(placed.code, { amountCents: 400 }, 'gift')
  restore()
  expect(await money(placed)).toEqual({ gift: 0, card: 0, refunded: 0, refunding: 400 })
  await settleNow()
  expect(await money(placed)).toEqual({ gift: 400, card: 0, refunded: 400, refunding: 0 })
})

describe('with a process of the previous release', () => {
  const pool = () => service.service.database.pool
  const idOf = async (code: string) =>
    (await pool().query('select id from orders where code = $1', [code])).rows[0].id

  /** Starts a refund as the previous release does, which moves the gift card's part when it writes the refund. */
  async function startedByIt({ code }: { code: string }, key: string): Promise<string> {
    const id = crypto.randomUUID()
    const orderId = await idOf(code)
    await pool().query(
      `with reserved as (
        update orders set refunding_cents = refunding_cents + 800, gift_refunded_cents = gift_refunded_cents + 500 where id = $2
        returning gift_card_id, payment_id
      ), written as (
        insert into refunds (id, order_id, request_key, payment_id, amount_cents, gift_cents, reason, requested_by, state)
        select $1, $2, $3, payment_id, 800, 500, 'One part warped.', 'ops', 'started' from reserved returning id
      ), entry as (
        insert into gift_card_entries (gift_card_id, kind, cents, order_id, refund_id)
        select gift_card_id, 'refund', 500, $2, $1 from reserved
      )
      update gift_cards set balance_cents = balance_cents + 500 where id = (select gift_card_id from reserved)`,
      [id, orderId, `key:${key}`],
    )
    return id
  }
  /** Settles a refund as the previous release does: a failed refund leaves the gift card's part unchanged. */
  const settledByIt = (id: string, state: 'succeeded' | 'failed') =>
    pool().query(
      `with refund as (update refunds set state = $2, updated_at = now() where id = $1 returning order_id)
      update orders set refunding_cents = refunding_cents - 800, refunded_cents = refunded_cents + $3
      where id = (select order_id from refund)`,
      [id, state, state === 'succeeded' ? 800 : 500],
    )

  test('a refund that it began moves the part once', async () => {
    const placed = await order()
    await startedByIt(placed, 'old')
    await settleNow()
    expect(await money(placed)).toEqual(done)
    expect((await refund(placed.code, eight, 'old'))[1].replayed).toBe(true)
  })

  test('a refused refund that it began keeps the part, and a repeat requests the rest', async () => {
    const placed = await order()
    await startedByIt(placed, 'old')
    await refuse()
    await settleNow()
    expect(await money(placed)).toEqual({ gift: 500, card: 0, refunded: 500, refunding: 0 })
    expect((await refund(placed.code, eight, 'old'))[1]).toMatchObject({ amountCents: 300 })
    expect(await money(placed)).toEqual(done)
  })

  test.each([
    ['succeeded', { gift: 500, refunded: 800 }],
    ['failed', { gift: 500, refunded: 500 }],
  ] as const)('one that it settles as %s moves the part', async (state, moved) => {
    const placed = await order()
    await lose('before')
    const [, { refundId }] = await refund(placed.code, eight, 'new')
    await settledByIt(refundId, state)
    await service.stripe.clearFaults()
    expect(await money(placed)).toMatchObject({ ...moved, refunding: 0 })
    await refund(placed.code, eight, 'new')
    expect(await money(placed)).toMatchObject({ gift: 500, refunded: 800, refunding: 0 })
  })

  test('its failed row that kept the part is read as a refund that moved in part', async () => {
    const placed = await order()
    await settledByIt(await startedByIt(placed, 'old'), 'failed')
    expect((await board(placed.code)).refunds).toMatchObject([
      { state: 'partly', requestedCents: 800, giftCardCents: 500, cardCents: 0, returnedAt: null },
    ])
    const page = await service.fetch(`/operator/orders/${placed.code}`, {
      headers: { cookie: operator.cookie },
    })
    expect(await page.text()).toContain('$5.00 of it went to the gift card; the card got nothing.')
    expect((await refund(placed.code, eight, 'old'))[1]).toMatchObject({ amountCents: 300 })
    expect(await money(placed)).toEqual(done)
  })

  test('the database refuses its repeat of the full amount', async () => {
    const placed = await order()
    await settledByIt(await startedByIt(placed, 'old'), 'failed')
    // With nothing left of the share, the full amount goes to the card.
    const again = pool().query(
      `insert into refunds (id, order_id, request_key, payment_id, amount_cents, reason, requested_by, state)
      select $1, id, 'key:old', payment_id, 800, 'One part warped.', 'ops', 'started' from orders where code = $2`,
      [crypto.randomUUID(), placed.code],
    )
    await expect(again).rejects.toThrow('a refund request would give back more than its amount')
    expect(await money(placed)).toMatchObject({ gift: 500, refunded: 500, refunding: 0 })
  })
})

test('a status change with a refund of everything left is repeated as the same refund', async () => {
  const placed = await order()
  const change = await statusChange(service.deps, placed.code, {
    status: 'CANCELLED',
    refund: 'full',
    reason: 'Cannot be printed.',
  })
  const cancel = () =>
    service.fetch(`/api/operator/orders/${placed.code}/status`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: operator.cookie,
        'idempotency-key': 'cancel',
      },
      body: JSON.stringify(change),
    })
  for (const _ of [1, 2]) {
    expect((await cancel()).status).toBe(200)
    expect(await money(placed)).toEqual({ gift: 500, card: 632, refunded: 1132, refunding: 0 })
  }
  const [status] = await post(
    service,
    operator,
    `/api/operator/orders/${placed.code}/status`,
    change,
  )
  expect(status).toBe(409)
})
