// An account that owes money for a gift card that was spent before its payment was reversed.

import { randomUUID } from 'node:crypto'
import type { Db } from '../../server/db/core/connect.ts'
import { paymentIdOf } from '../../server/domain/base/ids/payment-id.ts'
import { purchaseIdOf } from '../../server/domain/base/ids/purchase-id.ts'

export async function owe(
  db: Db,
  accountId: string,
  cents: number,
  kind: 'gift_card' | 'credits' = 'gift_card',
): Promise<void> {
  const purchaseId = purchaseIdOf(randomUUID())
  const returnId = `re_${randomUUID()}`
  await db
    .insertInto('purchases')
    .values({
      id: purchaseId,
      account_id: accountId,
      kind,
      // No purchase is below $0.50.
      amount_cents: Math.max(cents, 50),
      recipient_email: kind === 'gift_card' ? 'someone@example.com' : null,
      credits: kind === 'credits' ? 3 : null,
      state: 'paid',
      payment_id: paymentIdOf(`pi_${purchaseId}`),
      paid_at: new Date(),
    })
    .execute()
  await db
    .insertInto('purchase_returns')
    .values({
      id: returnId,
      purchase_id: purchaseId,
      account_id: accountId,
      kind: 'refund',
      cents,
      taken_cents: 0,
    })
    .execute()
  await db
    .insertInto('debts')
    .values({
      return_id: returnId,
      purchase_id: purchaseId,
      account_id: accountId,
      cents,
      left_cents: cents,
    })
    .execute()
}
