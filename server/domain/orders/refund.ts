// A refund as the product sees it: written down before the processor is called, settled from what the processor says.

/**
 * `started` = written before the processor is called; `unknown` = its answer did not arrive, or it has not finished;
 * `failed` = no money moved, or the processor took the money back.
 */
export type RefundState = 'started' | 'unknown' | 'succeeded' | 'failed'

export type NewRefund = {
  readonly id: string
  readonly orderId: string
  readonly paymentId: string
  /** Tells a repeat of a request from another refund of the same order. */
  readonly requestKey: string
  readonly amountCents: number
  readonly reason: string
  /** The operator's address. */
  readonly requestedBy: string
}

export type Refund = NewRefund & {
  readonly state: RefundState
  readonly processorRefundId: string | null
  /** The processor's words; null unless failed. */
  readonly failure: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const isRefundSettled = ({ state }: Pick<Refund, 'state'>): boolean =>
  state === 'succeeded' || state === 'failed'

/** What of a paid order can still be refunded, in cents; 0 for an unpaid one. */
export function refundableCents(order: {
  readonly paid: boolean
  readonly price: { readonly totalCents: number }
  readonly refundedCents: number
  readonly refundingCents: number
}): number {
  if (!order.paid) return 0
  return order.price.totalCents - order.refundedCents - order.refundingCents
}
