// The ports of refunds, with a log of their calls, without a database or a processor.

import { createOrderIds, firstOrderKey } from '../../../server/adapters/payments/order-ids.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { orderIdOf } from '../../../server/domain/base/ids/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/ids/payment-id.ts'
import { refundIdOf } from '../../../server/domain/base/ids/refund-id.ts'
import type { OrderChange } from '../../../server/domain/orders/history/change.ts'
import type {
  OrderDeps,
  SettledRefund,
  UnsettledRefund,
} from '../../../server/domain/orders/ports.ts'
import type { Order } from '../../../server/domain/orders/record/order.ts'
import type { Refund } from '../../../server/domain/orders/reversals/refund.ts'
import type { RefundOutcome } from '../../../server/domain/payments/refund-outcome.ts'
import { newOrder, paidWith, placedOrder } from '../../../testing/orders.ts'

export const operator = 'operator@example.com'
export const code = 'SVC-ABC234'
export const reason = 'A part was missing.'

/** An order of $8.00, paid with a card. */
export const paidOrder: Order = placedOrder(
  newOrder(accountIdOf('account'), { id: orderIdOf('order-1'), code }),
  { status: 'RECEIVED', payment: paidWith(paymentIdOf('pi_1')), version: 2 },
)

/** A refund of $3.00 of that order. */
export const startedRefund: Refund = {
  id: refundIdOf('refund-1'),
  orderId: orderIdOf('order-1'),
  paymentId: paymentIdOf('pi_1'),
  requestKey: 'key:k1',
  requestedCents: 300,
  amountCents: 300,
  giftCents: 0,
  parts: null,
  reason,
  requestedBy: operator,
  state: 'started',
  processorRefundId: null,
  failure: null,
  returnedAt: null,
  resolution: null,
  createdAt: new Date('2026-11-22T10:00:00Z'),
  updatedAt: new Date('2026-11-22T10:00:00Z'),
}

export const settledRefund: Refund = {
  ...startedRefund,
  state: 'succeeded',
  processorRefundId: 're_1',
}

export const succeeded: RefundOutcome = { kind: 'succeeded', processorRefundId: 're_1' }

export type Stage = {
  /** Orders found by code, one per read; the last one repeats. */
  readonly orders?: readonly (Order | null)[]
  readonly changes?: readonly OrderChange[]
  /** Refunds with the request's key, one list per read; the last one repeats. */
  readonly attempts?: readonly (readonly Refund[])[]
  readonly listed?: readonly Refund[]
  /** Results of `start`, one per call; the last one repeats. */
  readonly started?: readonly (Refund | null)[]
  /** Result of `settle`. */
  readonly settled?: Refund | null
  readonly change?: SettledRefund['change']
  readonly unsettled?: readonly UnsettledRefund[]
  /** The processor's response to a requested refund; an error is thrown. */
  readonly outcome?: RefundOutcome | Error
  /** The processor's record of a refund; an error is thrown. */
  readonly recorded?: RefundOutcome | Error | null
}

/** `calls`: name and arguments of each call, in order; `lines`: level, event and facts of the log; `counted`: name and labels. */
export function stage({
  orders = [paidOrder],
  changes = [],
  attempts = [[]],
  listed = [],
  started = [startedRefund],
  settled = settledRefund,
  change = 'settled',
  unsettled = [],
  outcome = succeeded,
  recorded = null,
}: Stage = {}) {
  const calls: unknown[][] = []
  const lines: unknown[][] = []
  const response =
    <T>(name: string, next: () => T | Error) =>
    async (...args: unknown[]): Promise<T> => {
      calls.push([name, ...args])
      const given = next()
      if (given instanceof Error) throw given
      return given
    }
  const counted: unknown[][] = []
  const line = (level: string) => (event: string, facts: object) =>
    lines.push([level, event, facts])
  const deps = {
    orderIds: createOrderIds(firstOrderKey('an-auth-secret-for-tests-of-32-and-more')),
    log: { info: line('info'), warn: line('warn'), error: line('error') },
    meter: { count: (...args: unknown[]) => counted.push(args) },
    orders: {
      readByCode: response('readByCode', inTurn(orders)),
      changesSince: response('changesSince', () => changes),
    },
    refunds: {
      start: response('start', inTurn(started.map((refund) => refund && { refund, order: {} }))),
      listByKey: response('listByKey', inTurn(attempts)),
      listByOrder: response('listByOrder', () => listed),
      settle: response('settle', () => settled && { refund: settled, change }),
      claimUnsettled: response('claimUnsettled', () => unsettled),
    },
    payments: {
      refundPayment: response('refundPayment', () => outcome),
      findRefund: response('findRefund', () => recorded),
    },
  }
  return { deps: deps as unknown as OrderDeps, calls, lines, counted }
}

/** Returns the values one by one; the last one repeats. */
function inTurn<T>(values: readonly T[]): () => T | null {
  let at = 0
  return () => values[Math.min(at++, values.length - 1)] ?? null
}
