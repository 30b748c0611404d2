// Purchases in a real PostgreSQL: a paid purchase is delivered once, to its buyer, and only for its price.

import { beforeAll, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { ensureAccount } from '../../../server/db/accounts/accounts.ts'
import { createCredits } from '../../../server/db/generation/credits.ts'
import { createGiftCards } from '../../../server/db/gift-cards/gift-cards.ts'
import { createPurchases } from '../../../server/db/gift-cards/purchases.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { type PurchaseId, purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import { openingCredits } from '../../../server/domain/generation/request/credit-cost.ts'
import { use, useDatabase } from '../../../testing/use.ts'

const database = useDatabase()
const purchases = use(() => createPurchases(database.db, { baseUrl: 'https://shop.example' }))
const credits = use(() => createCredits(database.db))
const [buyer, neighbor] = [accountIdOf('buyer'), accountIdOf('neighbor')]

beforeAll(async () => {
  for (const id of [buyer, neighbor]) await ensureAccount(database.db, id, `${id}@example.com`)
})

/** Opens a purchase of 10 credits for 500 cents. */
async function opened(): Promise<PurchaseId> {
  const id = purchaseIdOf(randomUUID())
  const goods = { kind: 'credits', credits: 10 } as const
  await purchases.insert({ id, accountId: buyer, amountCents: 500, goods })
  return id
}
const pay = (purchaseId: PurchaseId, paymentId: string, amountCents = 500) =>
  purchases.markPaid({ purchaseId, paymentId: paymentIdOf(paymentId), amountCents }, '')
const balances = async () => [await credits.read(buyer), await credits.read(neighbor)]

test('a payment of another amount delivers nothing', async () => {
  const id = await opened()
  for (const cents of [0, 499, 501, 50_000]) {
    expect([cents, await pay(id, 'pi_1', cents)]).toEqual([cents, 'wrong_amount'])
  }
  expect(await balances()).toEqual([openingCredits, openingCredits])
  expect(await pay(purchaseIdOf(randomUUID()), 'pi_1')).toBe('no_such_purchase')
})

test('a second payment of a purchase delivers nothing more', async () => {
  const id = await opened()
  expect(await pay(id, 'pi_1')).toBe('paid')
  expect(await pay(id, 'pi_1')).toBe('already')
  expect(await pay(id, 'pi_2')).toBe('duplicate')
  expect(await balances()).toEqual([openingCredits + 10, openingCredits])
  expect(await purchases.read(id)).toMatchObject({ paymentId: paymentIdOf('pi_1') })
})

test('a gift card has the balance of its purchase, and its email is sent to the recipient', async () => {
  const id = purchaseIdOf(randomUUID())
  const goods = { kind: 'gift_card', recipientEmail: 'grace@example.com', message: 'Hi' } as const
  const written = { id, accountId: buyer, amountCents: 2500, goods }
  await purchases.insert(written)
  expect(await purchases.read(id)).toEqual({ ...written, paymentId: null, checkoutSessionId: null })
  expect(await purchases.read(purchaseIdOf(randomUUID()))).toBeNull()
  const markPaid = (paymentId: string) =>
    purchases.markPaid(
      { purchaseId: id, paymentId: paymentIdOf(paymentId), amountCents: 2500 },
      'hash',
    )
  expect([await markPaid('pi_gift'), await markPaid('pi_other')]).toEqual(['paid', 'duplicate'])
  const giftCards = createGiftCards(database.db)
  expect([await giftCards.readBalance('hash'), await giftCards.readBalance('x')]).toEqual([2500, 0])
  const { rows } = await database.pool.query(
    `select amount_cents, entry.kind, entry.cents, email.recipient, email.subject, email.body, email.order_id, email.queued
      from gift_cards as card
      join gift_card_entries as entry on entry.gift_card_id = card.id
      join emails as email on email.kind = 'gift:' || card.purchase_id
      where purchase_id = $1`,
    [id],
  )
  const body = expect.stringMatching(/^"buyer@example\.com" sent you .*https:\/\/shop\.example\//s)
  expect(rows).toEqual([
    {
      amount_cents: 2500,
      kind: 'issue',
      cents: 2500,
      recipient: 'grace@example.com',
      subject: 'A gift card of $25.00 for you',
      body,
      order_id: null,
      queued: false,
    },
  ])
  expect(rows[0].body).toContain('> Hi\n')
})

test('a payment that is being refunded delivers nothing', async () => {
  const insert = (paymentId: string, state: string) =>
    database.pool.query(
      `insert into unmatched_payments (payment_id, state, subject, subject_id, paid_at, amount_cents, marked)
        values ($1, $2, 'purchase', gen_random_uuid(), now(), 500, true)`,
      [paymentId, state],
    )
  const states = ['found', 'claimed', 'refunding', 'refunded']
  for (const state of states) await insert(`pi_${state}`, state)
  const before = await balances()
  const [id, other] = [await opened(), await opened()]
  for (const state of states.slice(1)) {
    expect([state, await pay(id, `pi_${state}`)]).toEqual([state, 'being_returned'])
  }
  expect(await pay(other, 'pi_claimed', 499)).toBe('wrong_amount')
  expect(await balances()).toEqual(before)
  expect(await pay(id, 'pi_found')).toBe('paid')
})

test('a purchase is reviewed each hour for a day from its checkout on, the oldest review first', async () => {
  const age = (id: string, created: string, checked: string) =>
    database.pool.query(
      'update purchases set created_at = now() - $2::interval, checked_at = now() - $3::interval where id = $1',
      [id, created, checked],
    )
  const ids = await Promise.all(Array.from({ length: 6 }, opened))
  const [first, second, fresh, old, paid, unopened] = ids as [
    PurchaseId,
    PurchaseId,
    PurchaseId,
    PurchaseId,
    PurchaseId,
    PurchaseId,
  ]
  for (const id of [first, second, fresh, old, paid]) await purchases.saveCheckout(id, `cs_${id}`)
  await age(first, '24 hours', '2 hours')
  await age(second, '2 hours', '61 minutes')
  await age(fresh, '2 hours', '59 minutes')
  await age(old, '26 hours', '2 hours')
  await age(paid, '2 hours', '2 hours')
  await age(unopened, '2 hours', '2 hours')
  await pay(paid, 'pi_reviewed')
  const claimed = async (limit: number) => (await purchases.claimOpen(limit)).map(({ id }) => id)
  expect(await claimed(1)).toEqual([first])
  expect(await claimed(10)).toEqual([second])
  expect(await claimed(10)).toEqual([])
  await age(first, '24 hours', '2 hours')
  expect(await purchases.claimOpen(10)).toEqual([
    {
      id: first,
      accountId: buyer,
      amountCents: 500,
      goods: { kind: 'credits', credits: 10 },
      paymentId: null,
      checkoutSessionId: `cs_${first}`,
    },
  ])
})

test('a new checkout is not reviewed for an hour', async () => {
  const id = await opened()
  await database.pool.query(
    "update purchases set checked_at = now() - interval '2 hours' where id = $1",
    [id],
  )
  await purchases.saveCheckout(id, 'cs_new')
  expect(await purchases.claimOpen(10)).toEqual([])
})
