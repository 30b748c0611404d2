// Commands of a sliced file that no print needs: an order with one is neither accepted nor printed until an operator has reviewed it
// (decisions.md 52).
import { fail, ok, type Result } from '../base/result.ts'
import { quoteForeign } from '../base/text.ts'
import type { Measurements } from '../measurement/ports.ts'
import type { SlicedReport } from '../models/report.ts'
import type { StatusFailure } from './failure.ts'
import type { Order } from './order.ts'
import type { NewLine } from './order-lines.ts'

/** A command to review. */
export type ReviewFinding = {
  /** The order's line, from 1. */
  readonly part: number
  /** From 1; a plain .gcode file is one plate. */
  readonly plate: number
  /** In the g-code, from 1. */
  readonly line: number
  /** With its parameters, shortened. */
  readonly command: string
  /** Completes "which ...". */
  readonly reason: string
}

export type FileReview = {
  /** At least one. */
  readonly findings: readonly ReviewFinding[]
  /** null until an operator has reviewed the file. */
  readonly reviewed: { readonly by: string; readonly at: Date } | null
}

export const needsFileReview = ({ fileReview }: Pick<Order, 'fileReview'>): boolean =>
  fileReview !== null && fileReview.reviewed === null

/** Refuses an order that no operator has reviewed. */
export function checkFileReviewed({
  fileReview,
}: Pick<Order, 'fileReview'>): Result<
  void,
  Extract<StatusFailure, { kind: 'order_needs_review' }>
> {
  const [finding] = fileReview?.reviewed === null ? fileReview.findings : []
  return finding === undefined ? ok(undefined) : fail({ kind: 'order_needs_review', finding })
}

/** What has to be reviewed in a sliced file of the order's line. */
export const findingsOf = (
  { perPlate }: Pick<SlicedReport, 'perPlate'>,
  part: number,
): readonly ReviewFinding[] =>
  perPlate.flatMap(({ review = [] }, index) =>
    review.map((finding) => ({ part, plate: index + 1, ...finding })),
  )

/** The findings of all lines, as far as their measurements are stored; a claim judges every file again. */
export async function findingsOfLines(
  { measurements }: { readonly measurements: Pick<Measurements, 'read'> },
  lines: readonly Pick<NewLine, 'file' | 'options'>[],
): Promise<readonly ReviewFinding[]> {
  const all = await Promise.all(
    lines.map(async ({ file: { sha256, format }, options: { units } }, index) => {
      if (format !== 'gcode' && format !== '3mf') return []
      // A sliced file is in millimeters, whatever the order says.
      const stored =
        (await measurements.read({ sha256, format, units: null })) ??
        (units === null ? null : await measurements.read({ sha256, format, units }))
      return stored?.kind === 'sliced' ? findingsOf(stored.report, index + 1) : []
    }),
  )
  return all.flat()
}

/** Such as `line 12 of its g-code contains "M600", which waits for a person`. */
export function findingText({ part, plate, line, command, reason }: ReviewFinding): string {
  const at = [...(part > 1 ? [`part ${part}`] : []), ...(plate > 1 ? [`plate ${plate}`] : [])]
  const where = at.length === 0 ? '' : ` (${at.join(', ')})`
  return `line ${line} of its g-code${where} contains ${quoteForeign(command)}, which ${reason}`
}
