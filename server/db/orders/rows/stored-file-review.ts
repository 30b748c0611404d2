// The stored form of what has to be reviewed in an order's files, in `review_findings`.
import { type Selectable, sql } from 'kysely'
import * as v from 'valibot'
import type { FileReview, ReviewFinding } from '../../../domain/orders/file-review.ts'
import { jsonb, readJson } from '../../core/json.ts'
import type { OrdersTable } from '../../schema/orders.ts'

const stored = v.array(
  v.object({
    part: v.number(),
    plate: v.number(),
    line: v.number(),
    command: v.string(),
    reason: v.string(),
  }),
)

/** Nobody has reviewed it yet. */
export const isFileToReview = sql`review_findings is not null and reviewed_at is null`

/** null for nothing. */
export const findingsJson = (findings: readonly ReviewFinding[]): string | null =>
  findings.length === 0 ? null : jsonb(findings)

type Columns = Pick<
  Selectable<OrdersTable>,
  'id' | 'review_findings' | 'reviewed_at' | 'reviewed_by'
>

/** Throws UnreadableColumn when the findings have no known shape. */
export function fileReviewOf(row: Columns): FileReview | null {
  const { id, review_findings: value, reviewed_at: at, reviewed_by: by } = row
  if (value === null) return null
  const findings = readJson(stored, value, { table: 'orders', column: 'review_findings', id })
  return { findings, reviewed: at === null || by === null ? null : { at, by } }
}
