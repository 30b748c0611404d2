// A dispute about a gift card or credits that is decided more than once, and a debt that was paid before its dispute
// was won, which the shop then owes. Expected rows are derived manually.

import { beforeEach, describe, expect, test } from 'bun:test'
import { checkLedger } from '../../../server/domain/money/check-ledger.ts'
import { sendNotifications } from '../../../server/domain/notifications/send-notifications.ts'
import { boughtAt } from '../../../testing/money/bought.ts'
import { post, useShop } from '../../../testing/people/shop.ts'
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

const { bought, orderWith, booked, owes, pack } = boughtAt(service)

const decide = async (dispute: string, ...steps: readonly ('won' | 'lost')[]) => {
  for (const to of steps) {
    await service.stripe.moveDispute({ dispute, to })
    await service.stripe.deliver({ copies: 2 })
  }
}

/** Creates a disputed gift card of $20.00, of which $11.32 are spent. */
async function disputed() {
  const card = await bought(2000)
  const order = await orderWith(card.code)
  const { id: dispute } = await service.stripe.openDispute({ payment: card.payment })
  await service.stripe.deliver()
  return { ...card, order, dispute }
}

const debtsOf = async (purchase: string) => {
  const response = await service.fetch(`/api/operator/purchases/${purchase}`, {
    headers: { cookie: operator.cookie },
  })
  const { debts } = (await response.json()) as {
    debts: { id: string; cents: number; leftCents: number; owedBackCents: number; note: string }[]
  }
  return debts
}

const act = async (purchase: string, what: string, index = 0) => {
  const debt = (await debtsOf(purchase))[index]
  return await post(service, operator, `/api/operator/debts/${debt?.id}/${what}`, {
    note: `By transfer: ${what}.`,
  })
}

/** Items in the attention list about the purchase. */
const attention = async (purchase: string) => {
  const groups = await service.deps.desk.attention()
  return groups
    .filter(({ items }) => items.some(({ subject }) => subject === purchase))
    .map(({ kind }) => kind)
}

const shownAt = async (path: string) => {
  const response = await service.fetch(path, { headers: { cookie: operator.cookie } })
  return await response.text()
}

describe('a dispute that is decided again', () => {
  verifies(
    'purchase.taken-again',
    'that is lost after it was won withdraws the value again, once',
    async () => {
      const { who, id, dispute, balance } = await disputed()
      await decide(dispute, 'won')
      expect([await balance(), await owes(who)]).toEqual([868, 0])
      await decide(dispute, 'lost')
      await service.stripe.deliver({ again: true, reverse: true })
      expect([await balance(), await owes(who)]).toEqual([0, 1132])
      expect((await booked(id)).slice(-4)).toEqual([
        ['dispute_opened', 'disputed', 'processor', 2000],
        ['fee', 'fees', 'processor', 1500],
        ['gift_card_reversed', 'gift_cards', 'disputed', 868],
        ['debt', 'debts', 'disputed', 1132],
      ])
    },
  )

  test('that is won, lost and won returns the value again, once', async () => {
    const { who, id, dispute, order, balance } = await disputed()
    await decide(dispute, 'won', 'lost', 'won')
    expect([await balance(), await owes(who)]).toEqual([868, 0])
    expect((await booked(id)).slice(-3)).toEqual([
      ['dispute_won', 'processor', 'disputed', 2000],
      ['debt_reinstated', 'disputed', 'debts', 1132],
      ['gift_card_reinstated', 'disputed', 'gift_cards', 868],
    ])
    expect((await service.deps.orders.readByCode(order.code))?.hold?.reason).toBe(
      'The payment of this order’s gift card is back. Release the hold to go on with the order.',
    )
  })

  test('withdraws and returns credits again', async () => {
    const { who, id, payment, credits } = await pack()
    const { id: dispute } = await service.stripe.openDispute({ payment })
    await service.stripe.deliver()
    await decide(dispute, 'won')
    expect(await credits()).toBe(55)
    await decide(dispute, 'lost')
    expect([await credits(), await owes(who)]).toEqual([5, 0])
    expect((await booked(id)).at(-1)).toEqual(['credits_reversed', 'credits', 'disputed', 2000])
    await decide(dispute, 'won')
    expect(await credits()).toBe(55)
  })
})

describe('a debt that was paid before its dispute was won', () => {
  verifies('debt.owed-back', 'is owed to the buyer, and shown to an operator', async () => {
    const { id, dispute } = await disputed()
    expect(await attention(id)).toEqual(['open_debt'])
    expect((await act(id, 'pay-back'))[0]).toBe(404)
    await act(id, 'settle')
    expect(await debtsOf(id)).toMatchObject([{ cents: 1132, leftCents: 0, owedBackCents: 0 }])
    expect(await attention(id)).toEqual([])
    await decide(dispute, 'won')
    expect(await debtsOf(id)).toMatchObject([{ cents: 1132, leftCents: 0, owedBackCents: 1132 }])
    expect(await attention(id)).toEqual(['owed_to_buyer'])
    expect(await shownAt('/operator')).toContain('to be paid back')
    expect(await shownAt('/operator/purchases')).toContain('$11.32')
    expect(await shownAt(`/operator/purchases/${id}`)).toContain('$11.32 is owed back to the buyer')
    await sendNotifications(service.deps)
    const mails = await service.db
      .selectFrom('emails')
      .select(['subject', 'body'])
      .where('kind', 'like', 'notice:%')
      .where('body', 'like', `%${id}%`)
      .execute()
    expect(mails.map(({ subject }) => subject).join()).toContain('A buyer is owed money')
  })

  test('is repaid, once', async () => {
    const { id, dispute, balance } = await disputed()
    await act(id, 'settle')
    await decide(dispute, 'won')
    expect(await act(id, 'pay-back')).toMatchObject([
      200,
      { owedBackCents: 0, note: 'By transfer: settle. By transfer: pay-back.' },
    ])
    for (const what of ['pay-back', 'credit']) {
      expect(await act(id, what)).toEqual([
        404,
        { error: 'There is no such debt, or nothing of it is owed back.' },
      ])
    }
    expect((await booked(id)).at(-1)).toEqual(['debt_settled', 'debts', 'bank', 1132])
    expect(await balance()).toBe(868)
    expect(await attention(id)).toEqual([])
  })

  test('is credited to the gift card', async () => {
    const { id, dispute, balance } = await disputed()
    await act(id, 'settle')
    await decide(dispute, 'won')
    expect((await act(id, 'credit'))[0]).toBe(200)
    expect(await balance()).toBe(2000)
    expect((await booked(id)).at(-1)).toEqual(['gift_card_reinstated', 'debts', 'gift_cards', 1132])
    expect((await act(id, 'credit'))[0]).toBe(404)
  })

  test('is not credited to a void card', async () => {
    const { id, dispute } = await disputed()
    await act(id, 'settle')
    await decide(dispute, 'won')
    expect((await post(service, operator, `/api/operator/purchases/${id}/void`, {}))[0]).toBe(200)
    expect(await act(id, 'credit')).toEqual([
      409,
      {
        error:
          'The gift card is void, or the account was deleted, so nothing can be credited. Pay the money back instead.',
      },
    ])
    expect((await act(id, 'pay-back'))[0]).toBe(200)
  })

  test('is credited as credits at the price of their pack', async () => {
    const { who, id, payment, credits } = await pack()
    // All 55 are spent; they had been paid with $20.00.
    await service.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('credit_entries')
        .values({ account_id: who.accountId, kind: 'grant', credits: -55 })
        .execute()
      await tx.updateTable('accounts').set({ credits: 0 }).where('id', '=', who.accountId).execute()
    })
    const { id: dispute } = await service.stripe.openDispute({ payment })
    await service.stripe.deliver()
    expect(await owes(who)).toBe(2000)
    await act(id, 'settle')
    await decide(dispute, 'won')
    expect((await act(id, 'credit'))[0]).toBe(200)
    expect(await credits()).toBe(50)
    expect((await booked(id)).at(-1)).toEqual(['credits_reinstated', 'debts', 'credits', 2000])
  })

  test('is offset against the debt of a dispute that is lost again', async () => {
    const { who, id, dispute, order, balance } = await disputed()
    await act(id, 'settle')
    await decide(dispute, 'won', 'lost')
    expect([await balance(), await owes(who)]).toEqual([0, 0])
    expect(await debtsOf(id)).toMatchObject([
      { cents: 1132, leftCents: 0, owedBackCents: 0 },
      { cents: 1132, leftCents: 0, owedBackCents: 0 },
    ])
    // The buyer finally paid the order.
    expect((await service.deps.orders.readByCode(order.code))?.hold?.reason).not.toContain(
      'went back',
    )
    await decide(dispute, 'won')
    expect(await debtsOf(id)).toMatchObject([{ owedBackCents: 0 }, { owedBackCents: 1132 }])
    expect((await act(id, 'pay-back', 1))[0]).toBe(200)
    // Nothing remains of the settled and repaid amounts.
    const { rows } = await service.service.database.pool.query(
      `select coalesce(sum(case 'debts' when debit then cents when credit then -cents else 0 end), 0)::int as left
        from money_movements where purchase_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ left: 0 }])
  })

  test('a refund that the bank returns has the same result', async () => {
    const card = await bought(2000)
    await orderWith(card.code)
    const refund = await service.stripe.refundInDashboard({ payment: card.payment })
    await service.stripe.deliver()
    await act(card.id, 'settle')
    await service.stripe.settleRefund({ refund: refund.id, to: 'failed' })
    await service.stripe.deliver()
    expect(await debtsOf(card.id)).toMatchObject([{ owedBackCents: 1132 }])
  })

  test.each([
    ['pay-back', 'Was this paid back to the buyer?'],
    ['credit', 'Credit this to the buyer?'],
  ])('the page asks before %s', async (action, question) => {
    const { id, dispute } = await disputed()
    await act(id, 'settle')
    await decide(dispute, 'won')
    const [debt] = await debtsOf(id)
    const send = (fields: Record<string, string>) =>
      service.fetch(`/operator/purchases/${id}`, {
        method: 'POST',
        headers: { cookie: operator.cookie, origin: service.baseUrl },
        body: new URLSearchParams({ action, debt: debt?.id ?? '', ...fields }),
      })
    expect((await send({ note: '' })).status).toBe(400)
    expect(await (await send({ note: 'Done.' })).text()).toContain(question)
    const done = await send({ note: 'Done.', confirmed: '1' })
    expect([done.status, done.headers.get('location')]).toEqual([
      303,
      `/operator/purchases/${id}?done=${action}`,
    ])
    expect(await debtsOf(id)).toMatchObject([{ owedBackCents: 0 }])
  })
})

test('every balance agrees with the ledger', async () => {
  expect((await checkLedger(service.deps)).differences).toEqual([])
})
