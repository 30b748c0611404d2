// A payment that goes back in full.
import type { Payments } from '../../server/domain/payments/ports.ts'

export const refundFully = (
  { refundPayment }: Pick<Payments, 'refundPayment'>,
  paymentId: string,
) =>
  refundPayment({
    refundId: crypto.randomUUID(),
    paymentId,
    amountCents: 'rest',
    reason: 'No order of ours was paid with this payment.',
  })
