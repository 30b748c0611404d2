// Gift cards and credits whose payment was reversed: the unspent value is withdrawn, and the rest is owed. Expected
// rows are derived manually.

import { beforeEach, describe, expect, test } from 'bun:test'
import { issueDocuments } from '../../../server/domain/billing/issue-documents.ts'
import { giftCodeHash } from '../../../server/domain/gift-cards/code.ts'
import { checkLedger } from '../../../server/domain/money/check-ledger.ts'
import { reviewPayments } from '../../../server/domain/orders/disputes/review-payment.ts'
import { runRound } from '../../../server/wiring/worker/worker-round.ts'
import { boughtAt } from '../../../testing/money/bought.ts'
import { type Buyer, mailTo, post, useShop } from '../../../testing/people/shop.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const { service } = useShop()
const operator = use(async () => ({ cookie: await service.signIn(OPERATOR_EMAIL) }))
beforeEach(async () => {
  await service.stripe.clearFaults()
  await service.stripe.webhooks({ mode: 'hold' })
  await resetRateLimits(service.db)
})

const { bought, pack, orderWith, booked, owes } = boughtAt(service)

describe('a gift card', () => {
  verifies(
    'purchase.taken-back',
    'that is unspent is withdrawn when its payment is refunded',
    async () => {
      const { who, code, id, payment, balance } = await bought(5000)
      await service.stripe.refundInDashboard({ payment })
      await service.stripe.deliver({ copies: 2 })
      await service.stripe.deliver({ again: true, reverse: true })
      expect(await balance()).toBe(0)
      expect(await owes(who)).toBe(0)
      expect(await booked(id)).toEqual([['gift_card_reversed', 'gift_cards', 'processor', 5000]])
      const [, check] = await post(service, who, '/api/gift-cards/check', { code })
      expect(check).toMatchObject({ valid: false })
    },
  )

  verifies(
    'purchase.owed',
    'that is disputed after a part was spent has the rest withdrawn, and the spent part is owed',
    async () => {
      const { who, code, id, payment, balance } = await bought(2000)
      await orderWith(code)
      expect(await balance()).toBe(868)
      const { id: dispute } = await service.stripe.openDispute({ payment })
      await service.stripe.deliver({ reverse: true })
      expect(await balance()).toBe(0)
      expect(await owes(who)).toBe(1132)
      expect(await booked(id)).toEqual([
        ['dispute_opened', 'disputed', 'processor', 2000],
        ['fee', 'fees', 'processor', 1500],
        ['gift_card_reversed', 'gift_cards', 'disputed', 868],
        ['debt', 'debts', 'disputed', 1132],
      ])
      // The dispute is won: everything is restored except the fee.
      await service.stripe.moveDispute({ dispute, to: 'won' })
      await service.stripe.deliver({ copies: 2 })
      expect(await balance()).toBe(868)
      expect(await owes(who)).toBe(0)
      expect((await booked(id)).slice(4)).toEqual([
        ['dispute_won', 'processor', 'disputed', 2000],
        ['debt_reinstated', 'disputed', 'debts', 1132],
        ['gift_card_reinstated', 'disputed', 'gift_cards', 868],
      ])
    },
  )

  verifies(
    'purchase.orders-held',
    'that is disputed after it was spent has the order that it paid for wait for an operator',
    async () => {
      const { code, payment } = await bought(2000)
      const order = await orderWith(code)
      const held = async () => (await service.deps.orders.readByCode(order.code))?.hold?.reason
      const { id: dispute } = await service.stripe.openDispute({ payment })
      await service.stripe.deliver()
      expect(await held()).toBe('The payment of the gift card that paid for this order went back.')
      await service.stripe.moveDispute({ dispute, to: 'won' })
      await service.stripe.deliver()
      expect(await held()).toBe(
        'The payment of this order’s gift card is back. Release the hold to go on with the order.',
      )
    },
  )

  test('that is lost after a refund and won after all loses nothing', async () => {
    const { id, payment } = await bought(2000)
    await service.stripe.refundInDashboard({ payment })
    const { id: dispute } = await service.stripe.openDispute({ payment })
    await service.stripe.moveDispute({ dispute, to: 'lost' })
    await service.stripe.deliver()
    expect((await booked(id)).at(-1)).toEqual(['dispute_lost', 'losses', 'disputed', 2000])
    await service.stripe.moveDispute({ dispute, to: 'won' })
    await service.stripe.deliver({ copies: 2 })
    expect((await booked(id)).slice(-2)).toEqual([
      ['dispute_won', 'processor', 'disputed', 2000],
      ['dispute_lost', 'disputed', 'losses', 2000],
    ])
  })

  test('that is lost after a refund that the bank returns is withdrawn by the dispute', async () => {
    const { id, payment, balance } = await bought(2000)
    const refund = await service.stripe.refundInDashboard({ payment })
    const { id: dispute } = await service.stripe.openDispute({ payment })
    await service.stripe.moveDispute({ dispute, to: 'lost' })
    await service.stripe.deliver()
    expect((await booked(id)).at(-1)).toEqual(['dispute_lost', 'losses', 'disputed', 2000])
    await service.stripe.settleRefund({ refund: refund.id, to: 'failed' })
    await service.stripe.deliver()
    expect(await balance()).toBe(0)
    expect((await booked(id)).slice(-3)).toEqual([
      ['gift_card_reinstated', 'processor', 'gift_cards', 2000],
      ['gift_card_reversed', 'gift_cards', 'disputed', 2000],
      ['dispute_lost', 'disputed', 'losses', 2000],
    ])
  })

  test('that is disputed after a partial refund that the bank returns is withdrawn in full', async () => {
    const { who, id, payment, balance } = await bought(2000)
    const refund = await service.stripe.refundInDashboard({ payment, amountCents: 500 })
    const { id: dispute } = await service.stripe.openDispute({ payment, amountCents: 2000 })
    await service.stripe.deliver()
    // 2000 - 500: the bank holds 500 more than was left.
    expect((await booked(id)).at(-1)).toEqual([
      'gift_card_reversed',
      'gift_cards',
      'disputed',
      1500,
    ])
    await service.stripe.settleRefund({ refund: refund.id, to: 'failed' })
    await service.stripe.deliver()
    expect(await balance()).toBe(0)
    expect((await booked(id)).slice(-2)).toEqual([
      ['gift_card_reinstated', 'processor', 'gift_cards', 500],
      ['gift_card_reversed', 'gift_cards', 'disputed', 500],
    ])
    await service.stripe.moveDispute({ dispute, to: 'won' })
    await service.stripe.deliver()
    expect(await balance()).toBe(2000)
    expect(await owes(who)).toBe(0)
  })

  verifies('purchase.repaid', 'is credited with refunds, which repay the debt', async () => {
    const { who, code, id, payment, balance } = await bought(2000)
    const order = await orderWith(code)
    await service.stripe.refundInDashboard({ payment })
    await service.stripe.deliver()
    expect(await owes(who)).toBe(1132)
    const refund = { amountCents: 1000, reason: 'One part warped.' }
    const [status] = await post(
      service,
      operator,
      `/api/operator/orders/${order.code}/refund`,
      refund,
    )
    expect(status).toBe(200)
    expect(await balance()).toBe(0)
    expect(await owes(who)).toBe(132)
    expect((await booked(id)).at(-1)).toEqual(['gift_card_reversed', 'gift_cards', 'debts', 1000])
  })

  test('with a partly refunded payment loses that part', async () => {
    const { who, payment, balance } = await bought(5000)
    await service.stripe.refundInDashboard({ payment, amountCents: 2000 })
    await service.stripe.deliver()
    expect(await balance()).toBe(3000)
    await service.stripe.refundInDashboard({ payment, amountCents: 3000 })
    await service.stripe.webhooks({ mode: 'off' })
    // The events of the payment are lost.
    await service.db
      .updateTable('return_searches')
      .set({ due_at: new Date(0) })
      .execute()
    await reviewPayments(service.deps)
    expect(await balance()).toBe(0)
    expect(await owes(who)).toBe(0)
  })

  test('has its value again when the bank returns the refund', async () => {
    const { id, payment, balance } = await bought(5000)
    const refund = await service.stripe.refundInDashboard({ payment })
    await service.stripe.deliver()
    await service.stripe.settleRefund({ refund: refund.id, to: 'failed' })
    await service.stripe.deliver()
    expect(await balance()).toBe(5000)
    expect(await booked(id)).toEqual([
      ['gift_card_reversed', 'gift_cards', 'processor', 5000],
      ['gift_card_reinstated', 'processor', 'gift_cards', 5000],
    ])
  })

  test('an inquiry withdraws nothing', async () => {
    const { id, payment, balance } = await bought(5000)
    await service.stripe.openDispute({ payment, inquiry: true })
    await service.stripe.deliver()
    expect(await balance()).toBe(5000)
    expect(await booked(id)).toEqual([])
  })
})

describe('credits', () => {
  verifies(
    'purchase.taken-back',
    'that are unspent are withdrawn, and granted credits stay',
    async () => {
      const { who, id, payment, credits } = await pack()
      expect(await credits()).toBe(55)
      await service.stripe.refundInDashboard({ payment })
      await service.stripe.deliver({ copies: 2 })
      expect(await credits()).toBe(5)
      expect(await owes(who)).toBe(0)
      expect(await booked(id)).toEqual([['credits_reversed', 'credits', 'processor', 2000]])
      // The remaining five are granted, not from the pack.
      expect(await service.deps.purchaseDesk.read(id)).toMatchObject({ unspentCents: 0 })
    },
  )

  test('that are disputed have their buyer on the page of the dispute', async () => {
    const { who, id, payment } = await pack()
    const { id: dispute } = await service.stripe.openDispute({ payment })
    await service.stripe.deliver()
    const shown = await service.fetch(`/operator/disputes/${dispute}`, {
      headers: { cookie: operator.cookie },
    })
    const html = await shown.text()
    expect(html).toContain(`<a href="/operator/purchases/${id}">50 credits</a>`)
    expect(html).toContain(`<dd>${who.email}</dd>`)
    expect(html).toContain('Only this text is sent.')
    expect(html).not.toContain('evidence.zip')
  })

  verifies('purchase.owed', 'that were spent are owed', async () => {
    const { who, id, payment, credits } = await pack()
    // 44 of 55 are spent at their average value: 2000 x 44 / 55 = 1600.
    await service.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('credit_entries')
        .values({ account_id: who.accountId, kind: 'grant', credits: -44 })
        .execute()
      await tx
        .updateTable('accounts')
        .set({ credits: 11 })
        .where('id', '=', who.accountId)
        .execute()
    })
    const { id: dispute } = await service.stripe.openDispute({ payment })
    await service.stripe.deliver()
    expect(await credits()).toBe(0)
    expect(await owes(who)).toBe(1600)
    expect((await booked(id)).slice(2)).toEqual([
      ['credits_reversed', 'credits', 'disputed', 400],
      ['debt', 'debts', 'disputed', 1600],
    ])
    await service.stripe.moveDispute({ dispute, to: 'won' })
    await service.stripe.deliver()
    expect(await credits()).toBe(11)
    expect(await owes(who)).toBe(0)
  })
})

verifies(
  'debt.no-credit',
  'an account that owes money cannot buy through any interface',
  async () => {
    const { who, code, payment } = await bought(2000)
    await orderWith(code)
    await service.stripe.refundInDashboard({ payment })
    await service.stripe.deliver()
    const sentence =
      'This account owes $11.32: the payment of a gift card or of credits was reversed after they were spent. It cannot buy or use any until that is settled; contact us. Nothing was charged.'
    const gift = { amountCents: 500, recipientEmail: 'ada@example.com' }
    expect(await post(service, who, '/api/gift-cards/purchase', gift)).toEqual([
      402,
      { error: sentence },
    ])
    expect(await post(service, who, '/api/account/credits', { pack: 10 })).toEqual([
      402,
      { error: sentence },
    ])
    const send = async (path: string, fields: Record<string, string>) => {
      const response = await service.fetch(path, {
        method: 'POST',
        headers: { cookie: who.cookie, origin: service.baseUrl },
        body: new URLSearchParams(fields),
      })
      return [response.status, await response.text()]
    }
    const shown = expect.stringContaining('This account owes $11.32')
    expect(
      await send('/gift-cards/buy', {
        amount: '5',
        recipientEmail: 'ada@example.com',
        message: '',
      }),
    ).toEqual([402, shown])
    expect(await send('/account/credits', { pack: '10' })).toEqual([402, shown])
  },
)

describe('at the desk', () => {
  const path = '/api/operator/purchases'
  const act = (id: string, what: string, body: object = {}) =>
    post(service, operator, `${path}/${id}/${what}`, body)
  const find = async (text: string) => {
    const response = await service.fetch(`${path}?q=${encodeURIComponent(text)}`, {
      headers: { cookie: operator.cookie },
    })
    const { purchases } = (await response.json()) as { purchases: { id: string }[] }
    return purchases.map(({ id }) => id)
  }

  test('a gift card is found by its code, payment and buyer', async () => {
    const { who, code, id, payment } = await bought(1000)
    for (const text of [code, payment, who.email, id]) expect(await find(text)).toEqual([id])
    expect(await find('GIFT-CCCC-CCCC-CCCC')).toEqual([])
    const shown = await service.fetch(`/operator/purchases?q=${who.email}`, {
      headers: { cookie: operator.cookie },
    })
    expect(await shown.text()).toContain(`/operator/purchases/${id}`)
  })

  test('the unspent value is refunded, once', async () => {
    const { who, code, id, payment, balance } = await bought(2000)
    await orderWith(code)
    const [status, response] = await act(id, 'refund', { reason: 'Bought by mistake.' })
    expect([status, response]).toMatchObject([
      200,
      { unspentCents: 0, returns: [{ kind: 'refund', cents: 868, takenCents: 868 }], debts: [] },
    ])
    await service.stripe.deliver({ copies: 2 })
    expect(await balance()).toBe(0)
    expect(await owes(who)).toBe(0)
    const { refunds } = await service.deps.payments.readReturns(payment)
    expect(refunds.map(({ amountCents }) => amountCents)).toEqual([868])
    expect(await act(id, 'refund', { reason: 'Again.' })).toEqual([
      409,
      {
        error:
          'All of this purchase is spent. $11.32 of it can still be refunded by its amount; the buyer then owes it.',
      },
    ])
    // A refund beyond the balance of the card leaves a debt.
    await act(id, 'refund', { amountCents: 1132, reason: 'All of it.' })
    expect(await owes(who)).toBe(1132)
  })

  test('a refusal of the processor moves no money', async () => {
    const { id, payment, balance } = await bought(2000)
    await service.stripe.planRefund({
      payment,
      outcome: { status: 'refused', code: 'balance_insufficient' },
    })
    const [status, response] = await act(id, 'refund', { reason: 'Bought by mistake.' })
    expect([status, response.error]).toEqual([
      409,
      'The card processor refused this refund: "Insufficient funds in your Stripe balance to refund this amount.". No money was moved.',
    ])
    expect(await balance()).toBe(2000)
  })

  test('a refund with an unknown outcome is listed, needs attention, and is settled by the worker', async () => {
    const { id, payment, balance } = await bought(2000)
    await service.stripe.fault({
      method: 'POST',
      path: '/v1/refunds',
      when: 'before',
      times: 'always',
      outcome: 'reset',
    })
    await act(id, 'refund', { reason: 'Bought by mistake.' })
    const listed = async () => {
      const response = await service.fetch(`${path}?unsettled=yes`, {
        headers: { cookie: operator.cookie },
      })
      const { purchases } = (await response.json()) as { purchases: { id: string }[] }
      return purchases.find((each) => each.id === id)
    }
    expect(await listed()).toMatchObject({
      refunds: [{ amountCents: 2000, reason: 'Bought by mistake.', state: 'open' }],
    })
    await service.db
      .updateTable('purchase_refunds')
      .set({ created_at: new Date(Date.now() - 3_600_000), checked_at: new Date(0) })
      .where('purchase_id', '=', id)
      .execute()
    const attention = async () =>
      (await service.deps.desk.attention())
        .filter(({ kind }) => kind === 'unsettled_purchase_refund')
        .flatMap(({ items }) => items.map(({ subject }) => subject))
    expect(await attention()).toEqual([id])
    await service.stripe.clearFaults()
    await runRound({ deps: service.deps, db: service.db }, 0)
    expect([await balance(), await listed(), await attention()]).toEqual([0, undefined, []])
    const { refunds } = await service.deps.payments.readReturns(payment)
    expect(refunds.map(({ amountCents }) => amountCents)).toEqual([2000])
  })

  test('a void card cannot pay', async () => {
    const { who, code, id, balance } = await bought(2000)
    expect((await act(id, 'void'))[0]).toBe(200)
    expect(await balance()).toBe(0)
    expect(await booked(id)).toEqual([['gift_card_voided', 'gift_cards', 'breakage', 2000]])
    expect(await act(id, 'void')).toEqual([409, { error: expect.stringContaining('void') }])
    expect(await act(id, 'reissue', { email: 'ada@example.com' })).toEqual([
      409,
      { error: expect.stringContaining('void') },
    ])
    const [, check] = await post(service, who, '/api/gift-cards/check', { code })
    expect(check).toMatchObject({ valid: false, balanceCents: 0 })
  })

  test('a card is reissued to another address under another code', async () => {
    const { id, balance } = await bought(2000)
    const email = `${crypto.randomUUID()}@example.com`
    expect(await act(id, 'reissue', { email: 'nobody' })).toMatchObject([400, {}])
    const [status, response] = await act(id, 'reissue', { email })
    expect([status, response]).toMatchObject([200, { recipientEmail: email }])
    expect(await balance()).toBe(0)
    const code = /GIFT-[A-Z0-9-]+/.exec(await mailTo(service, email))?.[0] ?? ''
    const hash = giftCodeHash(service.deps.orderIds, code)
    expect(await service.deps.giftCards.readBalance(hash)).toBe(2000)
  })

  test.each([
    ['settle', 'debt_settled', 'bank'],
    ['write-off', 'debt_written_off', 'losses'],
  ] as const)('a debt ends by %s, and the account buys again', async (what, kind, account) => {
    const { who, code, id, payment } = await bought(2000)
    await orderWith(code)
    await service.stripe.refundInDashboard({ payment })
    await service.stripe.deliver()
    const [debt] = await service.deps.purchaseDesk
      .openDebts(100)
      .then((all) => all.filter(({ purchaseId }) => purchaseId === id))
    const close = () =>
      post(service, operator, `/api/operator/debts/${debt?.id}/${what}`, { note: 'By transfer.' })
    expect(await close()).toMatchObject([200, { leftCents: 0, note: 'By transfer.' }])
    expect((await close())[0]).toBe(404)
    expect((await booked(id)).at(-1)).toEqual([kind, account, 'debts', 1132])
    expect((await post(service, who, '/api/account/credits', { pack: 10 }))[0]).toBe(200)
  })

  test('the page asks before it acts', async () => {
    const { id, balance } = await bought(2000)
    const send = (fields: Record<string, string>) =>
      service.fetch(`/operator/purchases/${id}`, {
        method: 'POST',
        headers: { cookie: operator.cookie, origin: service.baseUrl },
        body: new URLSearchParams(fields),
      })
    expect((await send({ action: 'refund', reason: '' })).status).toBe(400)
    const refundForm = { action: 'refund', reason: 'Bought by mistake.' }
    expect(await (await send(refundForm)).text()).toContain('Refund what is not spent?')
    expect(await balance()).toBe(2000)
    const done = await send({ ...refundForm, confirmed: '1' })
    expect([done.status, done.headers.get('location')]).toEqual([
      303,
      `/operator/purchases/${id}?done=refund`,
    ])
    expect(await balance()).toBe(0)
  })
})

test('every balance agrees with the ledger', async () => {
  expect((await checkLedger(service.deps)).differences).toEqual([])
})

describe('documents', () => {
  const issue = async (who: Buyer) => {
    await issueDocuments(service.deps, 0)
    const issued = await service.deps.billingDocuments.listByAccount(who.accountId, { limit: 9 })
    return issued.map(({ kind, totalCents }): unknown => [kind, totalCents]).toReversed()
  }

  test('a refunded gift card gets a credit note, once', async () => {
    const { who, payment } = await bought(5000)
    expect(await issue(who)).toEqual([['invoice', 5000]])
    await service.stripe.refundInDashboard({ payment, amountCents: 2000 })
    await service.stripe.deliver()
    const credited: unknown[] = [
      ['invoice', 5000],
      ['credit_note', 2000],
    ]
    expect(await issue(who)).toEqual(credited)
    expect(await issue(who)).toEqual(credited)
  })

  test('a disputed gift card gets one when the dispute is lost', async () => {
    const { who, payment } = await bought(5000)
    const { id: dispute } = await service.stripe.openDispute({ payment })
    await service.stripe.deliver()
    expect(await issue(who)).toEqual([['invoice', 5000]])
    await service.stripe.moveDispute({ dispute, to: 'lost' })
    await service.stripe.deliver()
    expect(await issue(who)).toEqual([
      ['invoice', 5000],
      ['credit_note', 5000],
    ])
  })
})

test('an account that owes money is not deleted', async () => {
  const { who, code, payment } = await bought(1132)
  await orderWith(code)
  await service.stripe.refundInDashboard({ payment })
  await service.stripe.deliver()
  expect(await owes(who)).toBe(1132)
  expect(await post(service, who, '/api/account/delete', { losesCredits: true })).toEqual([
    409,
    {
      error:
        'The account owes $11.32 for gift cards or credits whose payment was reversed. Nothing was deleted. Settle it with us first.',
    },
  ])
})
