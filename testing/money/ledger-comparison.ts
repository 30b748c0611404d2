// A simple ledger of gift cards, orders and credits in memory, and its comparison with the database.

import type pg from 'pg'
import * as v from 'valibot'
import type { AccountId } from '../../server/domain/base/caller.ts'
import type { OrderId } from '../../server/domain/base/ids/order-id.ts'

/** Amounts in cents. */
export type Card = { readonly hash: string; balance: number }

export type Placed = {
  readonly id: OrderId
  readonly code: string
  readonly card: Card | null
  /** The gift card's part of the total. */
  readonly share: number
  readonly total: number
  status: 'open' | 'paid' | 'closed'
  refunded: number
  giftRefunded: number
}

export type Ledger = {
  readonly cards: readonly Card[]
  readonly placed: readonly Placed[]
  readonly credits: number
  /** In cents. */
  readonly creditValue: number
}

type Stage = { readonly pool: pg.Pool; readonly accountId: AccountId }

const foundSchema = v.object({
  cards: v.array(
    v.object({ hash: v.string(), balance: v.number(), ledger: v.number(), booked: v.number() }),
  ),
  orders: v.array(
    v.object({
      id: v.string(),
      paid: v.boolean(),
      gift: v.number(),
      refunded: v.number(),
      refunding: v.number(),
      giftRefunded: v.number(),
      mails: v.number(),
      booked: v.number(),
    }),
  ),
  credits: v.number(),
  creditLedger: v.number(),
  creditValue: v.number(),
  creditsBooked: v.number(),
})

/** Returns the amount that an account of the ledger gave minus the amount that it received. */
const booked = (account: string, where: string) =>
  `coalesce((select sum(case '${account}' when credit then cents when debit then -cents else 0 end)::int
    from money_movements where ${where}), 0)`

/** One statement, because it runs after every step. */
const question = `select
  coalesce((select json_agg(json_build_object('hash', code_hash, 'balance', balance_cents,
    'ledger', (select sum(cents) from gift_card_entries where gift_card_id = gift_cards.id),
    'booked', ${booked('gift_cards', 'gift_card_id = gift_cards.id')}))
    from gift_cards where code_hash = any($1)), '[]') as cards,
  coalesce((select json_agg(json_build_object('id', id, 'paid', paid, 'gift', gift_cents, 'refunded', refunded_cents,
    'refunding', refunding_cents, 'giftRefunded', gift_refunded_cents,
    'mails', (select count(*) from emails where order_id = orders.id and kind = 'confirmation'),
    'booked', ${booked('orders', 'order_id = orders.id')}))
    from orders where id = any($2)), '[]') as orders,
  credits,
  coalesce((select sum(credits)::int from credit_entries where account_id = accounts.id), 0) as "creditLedger",
  credit_value_cents as "creditValue", ${booked('credits', 'account_id = accounts.id')} as "creditsBooked"
  from accounts where id = $3`

/** Throws a sentence that names the difference. */
export async function compareLedger(stage: Stage, ledger: Ledger): Promise<void> {
  const { cards, placed, credits, creditValue } = ledger
  const { rows } = await stage.pool.query(question, [
    cards.map(({ hash }) => hash),
    placed.map(({ id }) => id),
    stage.accountId,
  ])
  const found = v.parse(foundSchema, rows[0])
  expectEqual(found.cards.length, cards.length, 'gift cards')
  for (const { hash, balance } of cards) {
    const row = found.cards.find((each) => each.hash === hash)
    expectEqual(row?.balance, balance, 'a balance')
    expectEqual(row?.ledger, balance, 'the sum of a ledger')
    expectEqual(row?.booked, balance, 'what is booked of a gift card')
  }
  expectEqual(found.orders.length, placed.length, 'orders')
  for (const order of placed) {
    const row = found.orders.find(({ id }) => id === order.id)
    expectEqual(row?.paid, order.status === 'paid', 'whether an order is paid')
    expectEqual(row?.gift, order.share, 'a share')
    expectEqual(row?.refunded, order.refunded, 'what was refunded')
    expectEqual(row?.refunding, 0, 'what is being refunded')
    expectEqual(row?.giftRefunded, order.giftRefunded, 'what the card got back')
    expectEqual(row?.booked, keptOf(order), 'what is booked of an order')
    expectEqual(row?.mails, order.status === 'paid' ? 1 : 0, 'confirmations')
  }
  expectEqual(found.creditLedger, found.credits, 'the ledger of credits')
  expectEqual(found.credits, credits, 'credits')
  // Nothing is spent in these histories.
  expectEqual(found.creditValue, creditValue, 'the value of credits')
  expectEqual(found.creditsBooked, creditValue, 'what is booked of credits')
}

function keptOf({ status, total, share, refunded }: Placed): number {
  if (status === 'paid') return total - refunded
  return status === 'open' ? share : 0
}

export function expectEqual(found: unknown, expected: unknown, what: string): void {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`)
}
