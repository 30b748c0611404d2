// The account's balance: one balance transaction for each movement of money, none of which is ever changed afterwards, so that
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
