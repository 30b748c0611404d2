// The ports of refunds with a log of their calls, without a database or a processor.

import { createOrderIds, firstOrderKey } from '../../../server/adapters/payments/order-ids.ts'
import { accountIdOf } from '../../../server/domain/base/caller.ts'
import { orderIdOf } from '../../../server/domain/base/order-id.ts'
import { paymentIdOf } from '../../../server/domain/base/payment-id.ts'
import { refundIdOf } from '../../../server/domain/base/refund-id.ts'
import type { OrderChange } from '../../../server/domain/orders/change.ts'
import type { Order } from '../../../server/domain/orders/order.ts'
import type {
  OrderDeps,
  SettledRefund,
  UnsettledRefund,
} from '../../../server/domain/orders/ports.ts'
import type { Refund } from '../../../server/domain/orders/refund.ts'
import type { RefundOutcome } from '../../../server/domain/payments/ports.ts'
import { newOrder, paidWith, placedOrder } from '../../../testing/orders.ts'

export const operator = 'operator@example.com'
export const code = 'SVC-ABC234'
export const reason = 'A part was missing.'

/** Paid $8.00 with a card. */
export const paidOrder: Order = placedOrder(
  newOrder(accountIdOf('account'), { id: orderIdOf('order-1'), code }),
  { status: 'RECEIVED', payment: paidWith(paymentIdOf('pi_1')), version: 2 },
)

/** $3.00 of that order. */
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
  /** What is read by code, one a read; the last one from then on. */
  readonly orders?: readonly (Order | null)[]
  readonly changes?: readonly OrderChange[]
  /** The refunds that have the request's key, one list a read; the last one from then on. */
  readonly attempts?: readonly (readonly Refund[])[]
  readonly listed?: readonly Refund[]
  /** What `start` returns, one a call; the last one from then on. */
  readonly started?: readonly (Refund | null)[]
  /** What `settle` returns. */
  readonly settled?: Refund | null
  readonly change?: SettledRefund['change']
  readonly unsettled?: readonly UnsettledRefund[]
  /** What the processor says of a refund that it is asked for; an error is thrown. */
  readonly outcome?: RefundOutcome | Error
  /** What its record has of a refund; an error is thrown. */
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

/** The values one by one; the last one from then on. */
function inTurn<T>(values: readonly T[]): () => T | null {
  let at = 0
  return () => values[Math.min(at++, values.length - 1)] ?? null
}
