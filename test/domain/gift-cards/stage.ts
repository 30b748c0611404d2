// The ports of purchases, with a log of their calls, without a database or a processor.

import { createOrderIds, firstOrderKey } from '../../../server/adapters/payments/order-ids.ts'
import { type AccountId, accountIdOf } from '../../../server/domain/base/caller.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { purchaseIdOf } from '../../../server/domain/base/ids/purchase-id.ts'
import { giftCodeHash, giftCodeOf } from '../../../server/domain/gift-cards/code.ts'
import type {
  Purchase,
  PurchaseDeps,
  PurchasePaid,
} from '../../../server/domain/gift-cards/ports.ts'

const orderIds = createOrderIds(firstOrderKey('an-auth-secret-for-tests-of-32-and-more'))

export const buyer: AccountId = accountIdOf('buyer')
export const purchaseId = purchaseIdOf('11111111-2222-4333-8444-555555555555')
export const cardHash = giftCodeHash(orderIds, giftCodeOf(orderIds, purchaseId))

export const purchase: Purchase = {
  id: purchaseId,
  accountId: buyer,
  amountCents: 2500,
  goods: { kind: 'credits', credits: 10 },
  paymentId: null,
  checkoutSessionId: 'cs_1',
}

export type Checkout = Awaited<ReturnType<PurchaseDeps['payments']['readCheckout']>>
export const succeeded = {
  paymentId: paymentIdOf('pi_1'),
  status: 'succeeded',
  amountCents: 2500,
  reason: null,
  createdAt: new Date('2026-11-21T10:01:00Z'),
} as const
export const paidCheckout: Checkout = {
  sessionId: 'cs_1',
  url: null,
  status: 'complete',
  isGuest: false,
  payment: succeeded,
}

export type Stage = {
  /** Result of `markPaid`. */
  outcome?: PurchasePaid
  /** Stored purchase; the second read returns the second one, if there are two. */
  stored?: readonly (Purchase | null)[]
  open?: readonly Purchase[]
  /** The processor's record of a checkout; an error is thrown. */
  checkout?: Checkout | Error
  /** Error that the processor throws when a checkout is opened. */
  refusal?: Error
  /** Address of the opened checkout. */
  url?: string | null
}

/**
 * `calls`: name and arguments of each call that changes or sends something; `lines`: level, event and facts of the
 * log.
 */
export function stage({
  outcome = 'paid',
  stored = [],
  open = [],
  checkout = paidCheckout,
  refusal,
  url = 'https://pay.example/cs_1',
}: Stage = {}) {
  const calls: unknown[][] = []
  const lines: unknown[][] = []
  const record =
    <T>(name: string, result: T) =>
    async (...args: unknown[]): Promise<T> => {
      calls.push([name, ...args])
      return result
    }
  const line = (level: string) => (event: string, facts: object) =>
    lines.push([level, event, facts])
  let reads = 0
  const deps = {
    orderIds,
    baseUrl: 'https://shop.example',
    ids: { uuid: () => purchaseId },
    creditPacks: [
      { credits: 10, cents: 500 },
      { credits: 50, cents: 2000 },
    ],
    log: { info: line('info'), warn: line('warn'), error: line('error') },
    accounts: {
      read: async () => ({
        id: buyer,
        email: 'buyer@example.com',
        customerId: 'cus_1',
        card: null,
      }),
    },
    debts: { owedBy: async () => 0 },
    purchases: {
      insert: record('insert', { kind: 'inserted' }),
      withdraw: record('withdraw', undefined),
      saveCheckout: record('saveCheckout', undefined),
      read: async () => stored[Math.min(reads++, stored.length - 1)] ?? null,
      markPaid: record('markPaid', outcome),
      claimOpen: async (limit: number) => {
        calls.push(['claimOpen', limit])
        return open
      },
    },
    unmatchedPayments: { recordUnusable: record('recordUnusable', null) },
    payments: {
      openPurchase: async (...args: unknown[]) => {
        calls.push(['openPurchase', ...args])
        if (refusal !== undefined) throw refusal
        return { ...paidCheckout, status: 'open', payment: null, url }
      },
      readCheckout: async (...args: unknown[]) => {
        calls.push(['readCheckout', ...args])
        if (checkout instanceof Error) throw checkout
        return checkout
      },
    },
  }
  return { deps: deps as unknown as PurchaseDeps, calls, lines }
}
