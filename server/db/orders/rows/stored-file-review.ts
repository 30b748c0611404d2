// The stored form of the findings to review in an order's files, in `review_findings`.
import { type Selectable, sql } from 'kysely'
import * as v from 'valibot'
import type { FileReview, ReviewFinding } from '../../../domain/orders/record/file-review.ts'
import { jsonb, readJson } from '../../core/values/json.ts'
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

/** The file has not been reviewed yet. */
export const isFileToReview = sql`review_findings is not null and reviewed_at is null`

/** Serializes the findings. Returns null when there are none. */
export const findingsJson = (findings: readonly ReviewFinding[]): string | null =>
  findings.length === 0 ? null : jsonb(findings)

type Columns = Pick<
  Selectable<OrdersTable>,
  'id' | 'review_findings' | 'reviewed_at' | 'reviewed_by'
>

/** Parses the findings. Throws UnreadableColumn when they have an unknown shape. */
export function fileReviewOf(row: Columns): FileReview | null {
  const { id, review_findings: value, reviewed_at: at, reviewed_by: by } = row
  if (value === null) return null
  const findings = readJson(stored, value, { table: 'orders', column: 'review_findings', id })
  return { findings, reviewed: at === null || by === null ? null : { at, by } }
}
