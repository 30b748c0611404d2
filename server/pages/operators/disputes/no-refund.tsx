// Explains why no refund is offered for a disputed payment.

import { refundDisputed } from '../../../domain/errors/sentences.ts'
import type { Dispute } from '../../../domain/orders/reversals/dispute.ts'
import { disputePath, disputesPath } from './dispute-paths.ts'

/** `disputes`: disputes of the payment, newest first. */
export function NoRefund({ disputes }: { readonly disputes: readonly Dispute[] }) {
  const open = disputes.find(({ closedAt }) => closedAt === null)
  const path = open === undefined ? disputesPath : disputePath(open.id)
  return (
    <p>
      {refundDisputed}. <a href={path}>Open the dispute</a>
    </p>
  )
}
