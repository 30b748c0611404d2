// Commands of a sliced file that no print needs. An order with such a command is neither accepted nor printed until an
// operator has reviewed it (decisions.md 52).
import { fail, ok, type Result } from '../../base/result.ts'
import { quoteForeign } from '../../base/text/text.ts'
import type { PrintOptions } from '../../catalog/options.ts'
import type { Measurements } from '../../measurement/ports.ts'
import type { StoredModel } from '../../models/ports.ts'
import type { SlicedReport } from '../../models/report.ts'

/** A command to review. */
export type ReviewFinding = {
  /** The order line, starting at 1. */
  readonly part: number
  /** Starts at 1. A plain .gcode file is one plate. */
  readonly plate: number
  /** Line number in the G-code, starting at 1. */
  readonly line: number
  /** Including its parameters, shortened. */
  readonly command: string
  /** Completes "which ...". */
  readonly reason: string
}

export type FileReview = {
  /** At least one finding. */
  readonly findings: readonly ReviewFinding[]
  /** null until an operator has reviewed the file. */
  readonly reviewed: { readonly by: string; readonly at: Date } | null
}

/** A file of the order contains a command that an operator must review; `finding` is the first one. */
export type FileReviewFailure = {
  readonly kind: 'order_needs_review'
  readonly finding: ReviewFinding
}

type Reviewable = { readonly fileReview: FileReview | null }

export const needsFileReview = ({ fileReview }: Reviewable): boolean =>
  fileReview !== null && fileReview.reviewed === null

/** Fails for an order that needs a review and has none. */
export function checkFileReviewed({ fileReview }: Reviewable): Result<void, FileReviewFailure> {
  const [finding] = fileReview?.reviewed === null ? fileReview.findings : []
  return finding === undefined ? ok(undefined) : fail({ kind: 'order_needs_review', finding })
}

/** Returns the findings to review in a sliced file of the order line. */
export const findingsOf = (
  { perPlate }: Pick<SlicedReport, 'perPlate'>,
  part: number,
): readonly ReviewFinding[] =>
  perPlate.flatMap(({ review }, index) =>
    review.map((finding) => ({ part, plate: index + 1, ...finding })),
  )

/** Returns the findings of all lines with a stored measurement. A claim judges every file again. */
export async function findingsOfLines(
  { measurements }: { readonly measurements: Pick<Measurements, 'read'> },
  lines: readonly {
    readonly file: Pick<StoredModel, 'sha256' | 'format'>
    readonly options: Pick<PrintOptions, 'units'>
  }[],
): Promise<readonly ReviewFinding[]> {
  const all = await Promise.all(
    lines.map(async ({ file: { sha256, format }, options: { units } }, index) => {
      if (format !== 'gcode' && format !== '3mf') return []
      // A sliced file is in millimeters, regardless of the order.
      const stored =
        (await measurements.read({ sha256, format, units: null })) ??
        (units === null ? null : await measurements.read({ sha256, format, units }))
      return stored?.kind === 'sliced' ? findingsOf(stored.report, index + 1) : []
    }),
  )
  return all.flat()
}

/** Returns text such as `line 12 of its g-code contains "M600", which waits for a person`. */
export function findingText({ part, plate, line, command, reason }: ReviewFinding): string {
  const at = [...(part > 1 ? [`part ${part}`] : []), ...(plate > 1 ? [`plate ${plate}`] : [])]
  const where = at.length === 0 ? '' : ` (${at.join(', ')})`
  return `line ${line} of its g-code${where} contains ${quoteForeign(command)}, which ${reason}`
}
