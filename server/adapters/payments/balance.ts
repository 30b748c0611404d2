// The account's balance at Stripe: its transactions and payouts, one page at a time.
import type Stripe from 'stripe'
import { payoutIdOf } from '../../domain/base/ids/payout-id.ts'
import type {
  BalancePage,
  BalanceTransaction,
  ProcessorBalance,
  ProcessorPayout,
  TransactionAbout,
} from '../../domain/books/ports.ts'
import {
  connectStripe,
  isMissing,
  type Reach,
  reach,
  reachWithin,
  type StripeSettings,
} from './client.ts'
import { originOf } from './order-reference.ts'
import { createdSince, pageSize } from './record.ts'
import { paymentIdIn } from './returns.ts'

/**
 * Creates the reader. Calls use the budget of the settings as upkeep. A failed call is not retried, because the reading is repeated
 * anyway.
 */
export function createStripeBalance(settings: StripeSettings): ProcessorBalance {
  const stripe = connectStripe({ ...settings, maxNetworkRetries: 0 })
  const { takeCalls, marker } = settings
  const ask = (): Reach => (takeCalls === undefined ? reach : reachWithin(takeCalls, 'upkeep', 1))
  return {
    listTransactions: async (which, after) => {
      const page = await orEmpty(
        ask()('list balance transactions', 'list', () =>
          stripe.balanceTransactions.list({
            limit: pageSize,
            ...('payoutId' in which ? { payout: which.payoutId } : createdSince(which.since)),
            ...(after !== null && { starting_after: after }),
            expand: ['data.source'],
          }),
        ),
      )
      return pageOf(page, (transaction) => transactionOf(transaction, marker))
    },
    listPayouts: async (since, after) => {
      const page = await orEmpty(
        ask()('list payouts', 'list', () =>
          stripe.payouts.list({
            limit: pageSize,
            ...createdSince(since),
            ...(after !== null && { starting_after: after }),
          }),
        ),
      )
      return pageOf(page, payoutOf)
    },
  }
}

/**
 * Returns an empty page when the payout, or the object after which the page begins, belongs to another account, for example after a change
 * of the key.
 */
async function orEmpty<T>(
  page: Promise<Stripe.ApiList<T>>,
): Promise<Pick<Stripe.ApiList<T>, 'data' | 'has_more'>> {
  try {
    return await page
  } catch (error) {
    if (isMissing(error)) return { data: [], has_more: false }
    throw error
  }
}

const pageOf = <T extends { readonly id: string }, Item>(
  page: Pick<Stripe.ApiList<T>, 'data' | 'has_more'>,
  itemOf: (object: T) => Item,
): BalancePage<Item> => ({
  items: page.data.map(itemOf),
  next: page.has_more ? (page.data.at(-1)?.id ?? null) : null,
})

/** Fees of the account. */
const feeTypes = ['stripe_fee', 'stripe_fx_fee', 'tax_fee', 'application_fee']

const aboutOfSource: Readonly<Record<string, TransactionAbout>> = {
  charge: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  payout: 'payout',
}

function transactionOf(transaction: Stripe.BalanceTransaction, marker: string): BalanceTransaction {
  const { id, type, amount, fee, currency, created, source } = transaction
  const object = typeof source === 'object' && source !== null ? source : null
  const paymentId =
    object !== null && 'payment_intent' in object ? paymentIdIn(object.payment_intent) : null
  const about = object === null ? undefined : aboutOfSource[object.object]
  return {
    id,
    type,
    about: about ?? (feeTypes.includes(type) ? 'fee' : 'other'),
    isMarked: object?.object === 'charge' && originOf(marker, object.metadata) === 'ours',
    amountCents: amount,
    feeCents: fee,
    currency,
    sourceId: typeof source === 'string' ? source : (object?.id ?? null),
    paymentId,
    createdAt: new Date(created * 1000),
  }
}

const payoutOf = (payout: Stripe.Payout): ProcessorPayout => ({
  id: payoutIdOf(payout.id),
  amountCents: payout.amount,
  status: payout.status,
  automatic: payout.automatic,
  isComplete: payout.reconciliation_status === 'completed',
  createdAt: new Date(payout.created * 1000),
  arrivesAt: new Date(payout.arrival_date * 1000),
  failure: payout.failure_message,
})
