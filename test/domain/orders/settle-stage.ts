// Ports for settling orders, with a log of their calls, without a database or a processor.

import { createOrderIds, firstOrderKey } from '../../../server/adapters/payments/order-ids.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { type CustomerId, customerIdOf } from '../../../server/domain/base/ids/customer-id.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import type { ChargeRepeat, OrderDeps, PaidOutcome } from '../../../server/domain/orders/ports.ts'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import type { PlacedOrder } from '../../../server/domain/orders/record/order-lines.ts'
import type {
  ChargeOutcome,
  Checkout,
  PaymentEvent,
  ProcessorPayment,
} from '../../../server/domain/payments/ports.ts'
import type { UnmatchedPayment } from '../../../server/domain/payments/unmatched.ts'
import { newOrder, paidWith, payment, placedOrder } from '../../../testing/orders.ts'

export const orderIds = createOrderIds(firstOrderKey('an-auth-secret-for-tests-of-32-and-more'))

const account = accountIdOf('account')
/** Version 4: a random id. */
export const orderId = orderIdOf('11111111-2222-4333-9444-555555555555')
/** Version 8: derived from a request that may be repeated. */
export const derivedOrderId = orderIdOf('11111111-2222-8333-9444-555555555555')
export const code = 'SVC-ABC234'

/** Unpaid, 800 cents, with a charge of unknown outcome; placed at 10:00 on 2026-11-21. */
export const settling = placedOrder(newOrder(account, { id: orderId, code }), {
  payment: payment({ chargeState: 'unknown' }),
})
/** An order with a declined charge, which may be paid at a checkout. */
export const payable: Order = { ...settling, payment: payment({ chargeState: 'declined' }) }
export const paid: Order = {
  ...settling,
  status: 'RECEIVED',
  payment: paidWith(paymentIdOf('pi_1')),
}

export const succeeded: ProcessorPayment = {
  paymentId: paymentIdOf('pi_1'),
  status: 'succeeded',
  amountCents: 800,
  reason: null,
  createdAt: new Date('2026-11-21T10:01:00Z'),
}
export const failed: ProcessorPayment = {
  paymentId: paymentIdOf('pi_0'),
  status: 'failed',
  amountCents: 800,
  reason: 'Your card has expired.',
  createdAt: new Date('2026-11-21T10:00:30Z'),
}

export const openedCheckout: Checkout = {
  sessionId: 'cs_1',
  url: 'https://pay.example/cs_1',
  status: 'open',
  isGuest: true,
  payment: null,
}

const now = new Date('2026-11-21T12:00:00Z')
/** A quarter of an hour of printing and one packing day: due on the second day. */
export const dueAt = new Date('2026-11-23T12:00:00Z')
const idleDay = { arrivedHours: 0, finishedHours: 0, finishedOrders: 0, droppedHours: 0 }
const idleFarm = {
  queuedOrders: 0,
  queuedHours: 0,
  today: idleDay,
  days: [],
  packingDays: null,
  shippedOrders: 0,
}

/** Results of a port for each of its calls; the last one repeats. An error is thrown. */
type Answers<T> = readonly (T | Error)[]

export type Stage = {
  /** Orders by code. */
  stored?: Answers<Order | null>
  /** The order that an event names. */
  referenced?: Order | null
  account?: { readonly customerId: CustomerId | null } | null
  /** The processor's record of an order, newest first. */
  payments?: Answers<readonly ProcessorPayment[]>
  /** The processor's records of several orders, by their ids. */
  found?: Answers<ReadonlyMap<string, readonly ProcessorPayment[]>>
  marked?: Answers<PaidOutcome>
  /** The order after an unpaid end. */
  settled?: Order
  checkout?: Answers<Checkout>
  opened?: Answers<Checkout>
  /** A payment by its id. */
  payment?: ProcessorPayment | null
  charge?: Answers<ChargeOutcome>
  deferred?: readonly Order[]
  unsettled?: readonly Order[]
  mayReview?: boolean
  /** Whether the charge may be repeated, by the order's code; `no` by default. */
  repeats?: Readonly<Record<string, ChargeRepeat>>
  /** A used-up limit. */
  used?: string
  event?: PaymentEvent | 'bad_signature'
  /** The order as a charge left it that ended while the event waited. */
  charged?: Order | null
  isPaidBefore?: boolean
  isHandled?: boolean
  purchase?: string
  /** Whether the refund of an event belongs to a payment without an order. */
  isReturn?: boolean
  /** Result of `recordUnusable`. */
  recorded?: UnmatchedPayment | null
  /** State of a payment that its order cannot use; null: it is not recorded. */
  unmatched?: UnmatchedPayment['state'] | null
}

const returned = {
  paymentId: paymentIdOf('pi_1'),
  orderCode: code,
  amountCents: 800,
  failure: null,
  state: 'refunded',
  automatic: true,
  decidedBy: null,
}

/**
 * `calls`: name and arguments of each call, in order, except reads of accounts and the farm's load; the promised day
 * replaces the function that returns it. `lines`: level, event and facts of the log.
 */
export function stage({
  stored = [settling],
  referenced = settling,
  account: kept = { customerId: customerIdOf('cus_1') },
  payments = [[]],
  found = [new Map()],
  marked = [{ kind: 'paid', order: paid }],
  settled = payable,
  checkout = [openedCheckout],
  opened = [openedCheckout],
  payment: processorPayment = null,
  charge = [{ kind: 'unknown' }],
  deferred = [],
  unsettled = [],
  mayReview = true,
  repeats = {},
  used = '',
  event = 'bad_signature',
  charged = null,
  isPaidBefore = false,
  isHandled = false,
  purchase = 'paid',
  isReturn = false,
  recorded = null,
  unmatched = null,
}: Stage = {}) {
  const calls: unknown[][] = []
  const lines: unknown[][] = []
  const port = <T>(name: string, responses: Answers<T>) => {
    let next = 0
    return async (...args: unknown[]): Promise<T> => {
      calls.push([name, ...args])
      const response = responses[Math.min(next++, responses.length - 1)]
      if (response instanceof Error) throw response
      return response as T
    }
  }
  const silent = (name: string) => port(name, [undefined])
  const line = (level: string) => (name: string, facts: object) => lines.push([level, name, facts])
  const markPaid = port('markPaid', marked)
  const deps = {
    orderIds,
    baseUrl: 'https://shop.example',
    production: true,
    clock: { now: () => now },
    meter: { count: () => undefined },
    log: { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
    farmLoad: {
      timeZone: 'UTC',
      promised: () => ({ hoursBefore: 0, end: () => undefined }),
      read: async () => idleFarm,
    },
    rateCounters: {
      consume: (scope: string, ...args: unknown[]) => {
        calls.push(['consume', scope, ...args])
        return scope === used ? { allowed: false, retryAfterSeconds: 7 } : { allowed: true }
      },
    },
    accounts: {
      read: async () =>
        kept && {
          id: account,
          email: 'buyer@example.com',
          card: null,
          customerId: kept.customerId,
          cardLostAt: null,
        },
      saveCard: port('saveCard', [true]),
      loseCard: silent('loseCard'),
      removeCard: silent('removeCard'),
    },
    orders: {
      readByCode: port('readByCode', stored),
      readReferenced: port('readReferenced', [referenced]),
      markPaid: (
        orderCode: string,
        orderPayment: { dueAt: (order: PlacedOrder) => Date; placedOrder: PlacedOrder },
      ) =>
        markPaid(orderCode, {
          ...orderPayment,
          dueAt: orderPayment.dueAt(orderPayment.placedOrder),
        }),
      setPaymentPending: silent('setPaymentPending'),
      settleFinally: port('settleFinally', [settled]),
      settleCharge: port('settleCharge', [settling]),
      claimDeferred: port('claimDeferred', [deferred]),
      claimUnsettled: port('claimUnsettled', [unsettled]),
      claimLookup: port('claimLookup', [mayReview]),
      repeatabilityOf: async (id: string) =>
        repeats[unsettled.find((order) => order.id === id)?.code ?? ''] ?? 'no',
      forgetChecks: silent('forgetChecks'),
      releaseLookup: silent('releaseLookup'),
      saveCheckout: port('saveCheckout', [true]),
    },
    payments: {
      findPayments: port('findPayments', payments),
      findPaymentsOfOrders: port('findPaymentsOfOrders', found),
      chargeSavedCard: port('chargeSavedCard', charge),
      readCheckout: port('readCheckout', checkout),
      openCheckout: port('openCheckout', opened),
      readPayment: port('readPayment', [processorPayment]),
      expireCheckout: silent('expireCheckout'),
      parseEvent: port('parseEvent', [event]),
    },
    processorEvents: {
      isPaidBy: port('isPaidBy', [isPaidBefore]),
      isHandled: port('isHandled', [isHandled]),
      markHandled: silent('markHandled'),
      keepOpen: silent('keepOpen'),
    },
    chargesInFlight: { waitFor: port('waitFor', [charged]) },
    purchases: { markPaid: port('purchases.markPaid', [purchase]) },
    refunds: { settle: port('refunds.settle', [null]) },
    unmatchedPayments: {
      recordUnusable: port('recordUnusable', [recorded]),
      read: async () => (unmatched === null ? null : { ...returned, state: unmatched }),
      settleRefund: port('unmatched.settleRefund', [
        isReturn ? { isNew: true, payment: returned } : null,
      ]),
    },
  }
  return {
    deps: deps as unknown as OrderDeps,
    calls,
    lines,
    names: () => calls.map(([name]) => name),
  }
}
