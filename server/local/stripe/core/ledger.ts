// The account's balance: one balance transaction for each movement of money. Its amounts never change, so the balance is the sum of `net`.
import type Stripe from 'stripe'
import { newId, type World } from './world.ts'

/** Seconds until the money of a card payment is available: two days, as for an account in the US. */
const cardDelaySeconds = 2 * 24 * 3600

/** Returns Stripe's fee for a card payment in cents: 2.9 % (rounded half up) plus 30 cents. */
export const cardFee = (amount: number): number => Math.floor((amount * 29 + 500) / 1000) + 30

type Movement = {
  readonly type: Stripe.BalanceTransaction.Type
  /** The reporting category. Defaults to the type. */
  readonly category?: string
  /** In cents; negative when it leaves the balance. */
  readonly amount: number
  readonly fee?: { readonly amount: number; readonly description: string }
  readonly source: string
  readonly description: string | null
}

/** Records a movement of money that is available immediately, or after `delaySeconds`. */
export function record(
  world: World,
  movement: Movement,
  delaySeconds = 0,
): Stripe.BalanceTransaction {
  const { type, amount, fee, source, description } = movement
  const transaction: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: world.now() + delaySeconds,
    balance_type: 'payments',
    created: world.now(),
    currency: 'usd',
    description,
    exchange_rate: null,
    fee: fee?.amount ?? 0,
    fee_details:
      fee === undefined ? [] : [{ ...fee, application: null, currency: 'usd', type: 'stripe_fee' }],
    net: amount - (fee?.amount ?? 0),
    reporting_category: movement.category ?? type,
    source,
    status: delaySeconds > 0 ? 'pending' : 'available',
    type,
  }
  world.store.insert(transaction)
  return transaction
}

/** Records a card payment and its fee. With `atOnce`, the money is available without the usual delay. */
export function recordCharge(
  world: World,
  charge: Pick<Stripe.Charge, 'id' | 'amount' | 'description'>,
  atOnce: boolean,
): string {
  const fee = { amount: cardFee(charge.amount), description: 'Stripe processing fees' }
  const { id: source, amount, description } = charge
  const movement = { type: 'charge', amount, fee, source, description } as const
  return record(world, movement, atOnce ? 0 : cardDelaySeconds).id
}

/** Returns the transaction with its current status. */
export const statusNow = (
  world: World,
  transaction: Stripe.BalanceTransaction,
): Stripe.BalanceTransaction => ({
  ...transaction,
  status: transaction.available_on <= world.now() ? 'available' : 'pending',
})

/** Returns the balance in cents, the sum of every transaction's `net`. */
export function balanceOf({ store, now }: World): { available: number; pending: number } {
  const sums = store.db
    .query<{ available: number; pending: number }, { now: number }>(
      `select coalesce(sum(net) filter (where available_on <= $now), 0) as available,
        coalesce(sum(net) filter (where available_on > $now), 0) as pending
        from (select json_extract(body, '$.net') as net,
          json_extract(body, '$.available_on') as available_on
          from objects where kind = 'balance_transaction')`,
    )
    .get({ now: now() })
  if (sums === null) throw new Error('An aggregate without a row.')
  return sums
}

/** Makes all pending money available. */
export function makeAvailable({ store, now }: World): void {
  store.db
    .query(
      `update objects set body = json_set(body, '$.available_on', $now)
        where kind = 'balance_transaction' and json_extract(body, '$.available_on') > $now`,
    )
    .run({ now: now() })
}

/** Adds every available transaction without a payout to this payout. */
export function addToPayout({ store, now }: World, payout: string): void {
  store.db
    .query(
      `update objects set hidden = json_set(hidden, '$.payout', $payout)
        where kind = 'balance_transaction' and json_extract(hidden, '$.payout') is null
          and json_extract(body, '$.available_on') <= $now`,
    )
    .run({ payout, now: now() })
}
