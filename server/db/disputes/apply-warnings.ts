// Early fraud warnings: a bank reports a payment as fraud, before any dispute.

import { sql } from 'kysely'
import * as v from 'valibot'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import { planFraudWarning } from '../../domain/orders/disputes/hold-plan.ts'
import { dueCents } from '../../domain/orders/record/order-lines.ts'
import type { PaymentFinding } from '../../domain/orders/reversals/dispute-ports.ts'
import type { Tx } from '../core/connect.ts'
import { readRows } from '../core/read-rows.ts'
import { addDisputeEvent } from '../orders/rows/order-events.ts'
import { orderOfRow } from '../orders/rows/order-rows.ts'
import { carryOutHold } from './carry-out-hold.ts'
import { type ReviewContext, subjectIdsOf } from './review-context.ts'

export async function applyWarnings(applying: ReviewContext): Promise<readonly PaymentFinding[]> {
  const { tx, subject, returns } = applying
  const { orderId, purchaseId } = subjectIdsOf(subject)
  const findings: PaymentFinding[] = []
  for (const { id, fraudType, isActionable, warnedAt } of returns.warnings) {
    const rows = await readRows(
      tx,
      v.object({ added: v.boolean() }),
      sql`
      insert into fraud_warnings (id, payment_id, order_id, purchase_id, fraud_type, actionable, warned_at)
      values (${id}, ${returns.paymentId}, ${orderId}, ${purchaseId}, ${fraudType}, ${isActionable}, ${warnedAt})
      on conflict (id) do update set actionable = excluded.actionable returning (xmax = 0) as added`,
    )
    if (rows[0]?.added !== true) continue
    findings.push({ kind: 'warning', id, fraudType })
    if (orderId !== null) await applyWarning(applying, orderId, { fraudType, isActionable })
  }
  return findings
}

async function applyWarning(
  { tx, withdraw }: ReviewContext,
  orderId: OrderId,
  { fraudType, isActionable }: { readonly fraudType: string; readonly isActionable: boolean },
): Promise<void> {
  const order = await incrementVersion(tx, orderId)
  await addDisputeEvent(tx, order, { step: 'fraud_warning', amountCents: dueCents(order) })
  await carryOutHold({ tx, withdraw }, order, planFraudWarning(order, { fraudType, isActionable }))
}

async function incrementVersion(tx: Tx, orderId: OrderId) {
  const row = await tx
    .updateTable('orders')
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return orderOfRow(row)
}
