// The sentence of a verdict on a printable part, from the findings of the geometry core. Matches the sentences in
// geometry/src/printability/verdict.rs; a test compares them.
import {
  type ProcessReport,
  type SupportDecision,
  supportsCode,
  tooLargeCode,
} from '../measurement/processing.ts'

type Judged = Pick<ProcessReport, 'printStatus' | 'meshRepair' | 'issues' | 'recommendations'>

/** Whether the core recommends supports, regardless of the estimate. */
const overhangs = ({ recommendations }: Judged): boolean =>
  recommendations.some(({ code }) => code === supportsCode)

/** `decision`: null without an estimate. */
const isPlain = (report: Judged, decision: SupportDecision | null): boolean =>
  report.printStatus === 'ready' && !overhangs(report) && (decision === null || decision === 'none')

/** Returns null if the part does not print or does not fit, because its sentence already states the reason. */
export function printDetail(
  report: Judged,
  decision: SupportDecision | null,
  { hasRemarks }: { readonly hasRemarks: boolean },
): string | null {
  const { printStatus, issues } = report
  if (printStatus === 'needs-redesign') return null
  if (issues.some(({ code }) => code === tooLargeCode)) return null
  const ending =
    isPlain(report, decision) && !hasRemarks
      ? ' as it is'
      : endings[decision ?? (overhangs(report) ? 'supports' : 'none')]
  return `${startOf(report)} can be printed${ending}.`
}

const endings = {
  none: '',
  turn: ', turned so that it needs no supports',
  supports: ' with supports',
} as const

/** Returns the beginning of the sentence. A check requests no change, so every applied change is a repair. */
function startOf(report: Judged): string {
  if (report.printStatus === 'ready') {
    return overhangs(report) ? 'The model needs no repair and' : 'The model'
  }
  return report.meshRepair.applied
    ? 'The model was repaired and'
    : 'Bodies of the model touch along edges; it'
}
