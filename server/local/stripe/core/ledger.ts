// The account's balance: one balance transaction for each movement of money, whose amounts are never changed afterwards, so that
// the balance is the sum of their `net`.
import type Stripe from 'stripe'
import { newId, type World } from './world.ts'

/** Seconds until the money of a card payment is available: two days, as for an account in the US. */
const cardDelaySeconds = 2 * 24 * 3600

/** Cents that Stripe keeps of a card payment: 2.9 % (rounded half up) and 30 cents. */
export const cardFee = (amount: number): number => Math.floor((amount * 29 + 500) / 1000) + 30

type Movement = {
  readonly type: Stripe.BalanceTransaction.Type
  /** The reporting category; as the type when left out. */
  readonly category?: string
  /** Cents; negative when it leaves the balance. */
  readonly amount: number
  readonly fee?: { readonly amount: number; readonly description: string }
  readonly source: string
  readonly description: string | null
}

/** Records a movement of money that is available at once, or after `delaySeconds`. */
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

/** A card payment and its fee. `atOnce`: available without the usual delay. */
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

/** The transaction with the status of this moment. */
export const statusNow = (
  world: World,
  transaction: Stripe.BalanceTransaction,
): Stripe.BalanceTransaction => ({
  ...transaction,
  status: transaction.available_on <= world.now() ? 'available' : 'pending',
})

/** Cents of the balance: the sum of every transaction's `net`. */
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

/** Ends the delay of what is not available yet. */
export function makeAvailable({ store, now }: World): void {
  store.db
    .query(
      `update objects set body = json_set(body, '$.available_on', $now)
        where kind = 'balance_transaction' and json_extract(body, '$.available_on') > $now`,
    )
    .run({ now: now() })
}

/** Every available transaction that is in no payout yet becomes part of this one. */
export function addToPayout({ store, now }: World, payout: string): void {
  store.db
    .query(
      `update objects set hidden = json_set(hidden, '$.payout', $payout)
        where kind = 'balance_transaction' and json_extract(hidden, '$.payout') is null
          and json_extract(body, '$.available_on') <= $now`,
    )
    .run({ payout, now: now() })
}
