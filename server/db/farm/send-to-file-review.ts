// Sends an order to review when a claim finds commands to review in its file. Such a file is older than the check for these commands.

import { sql } from 'kysely'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import type { ClaimToReview } from '../../domain/farm/ports.ts'
import { changeSources } from '../../domain/orders/history/change.ts'
import { findingText } from '../../domain/orders/record/file-review.ts'
import type { Db } from '../core/connect.ts'
import { addWorkEvent } from '../orders/rows/order-events.ts'
import { orderOfRow } from '../orders/rows/order-rows.ts'
import { findingsJson } from '../orders/rows/stored-file-review.ts'
import { holdsLease, releasePlate } from './job-ends.ts'
import { onPlate, orderOf } from './plate-locks.ts'

export async function sendToFileReview(
  db: Db,
  id: PrintJobId,
  { lease, findings }: ClaimToReview,
): Promise<boolean> {
  return await onPlate(db, id, false, async (tx, plate) => {
    const order = orderOf(plate, plate.job)
    const isHeld = await holdsLease(tx, plate, lease)
    const [first] = findings
    if (first === undefined) return isHeld
    if (isHeld) await releasePlate(tx, plate, 'The order needs a review.')
    const row = await tx
      .updateTable('orders')
      .set({
        review_findings: findingsJson([...(order.fileReview?.findings ?? []), ...findings]),
        reviewed_at: null,
        reviewed_by: null,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('id', '=', order.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const work = { kind: 'to_review', detail: findingText(first) } as const
    await addWorkEvent(tx, orderOfRow(row), changeSources.printJob, work)
    return isHeld
  })
}
