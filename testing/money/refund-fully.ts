// A payment that is refunded in full.

import type { PaymentId } from '../../server/domain/base/ids/payment-id.ts'
import { refundIdOf } from '../../server/domain/base/ids/refund-id.ts'
import type { Payments } from '../../server/domain/payments/ports.ts'

export const refundFully = (
  { refundPayment }: Pick<Payments, 'refundPayment'>,
  paymentId: PaymentId,
) =>
  refundPayment({
    refundId: refundIdOf(crypto.randomUUID()),
    paymentId,
    amountCents: 'rest',
    reason: 'No order of ours was paid with this payment.',
  })
