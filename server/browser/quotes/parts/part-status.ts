// The next step of each part, and the parts to add to the basket.
import { likelyUnits } from '../../../domain/measurement/likely-units.ts'
import { isColorMissing } from '../../../pages/quotes/options/order-fields.ts'
import { type QuoteRefused, refusalWords } from '../../../pages/quotes/refusals/refusal.ts'
import { words } from '../../base/page-words.ts'
import { fieldProblems, type PartState } from './part-state.ts'

export type PartStatus = {
  readonly kind: 'measuring' | 'ready' | 'choice' | 'refused' | 'added'
  readonly text: string
}

export function statusOf(part: PartState): PartStatus {
  const { finding, fields, isShapeWrong, isReading, isAdded } = part
  if (finding.state === 'reading' || (isReading && finding.state !== 'refused')) {
    return { kind: 'measuring', text: words.text('partState.measuring') }
  }
  const failure = finding.state === 'refused' ? finding.failure : finding.refused
  if (failure !== null) {
    return { kind: 'refused', text: words.text('partState.refused', { reason: reasonOf(failure) }) }
  }
  if (isAdded) return { kind: 'added', text: words.text('partState.added') }
  const [problem] = fieldProblems(part).keys()
  if (problem !== undefined) {
    return { kind: 'choice', text: words.text(`partState.${problem}`) }
  }
  if (isShapeWrong) return { kind: 'choice', text: words.text('partState.shape') }
  if (isColorMissing(fields)) return { kind: 'choice', text: words.text('partState.color') }
  // The price is correct for the size as read, so the part may be added.
  if (asksForUnit(part)) return { kind: 'ready', text: words.text('partState.checkSize') }
  return { kind: 'ready', text: words.text('partState.ready') }
}

/** Returns the short reason. Size and name are next to it, and the part's report has the full text. */
function reasonOf(failure: QuoteRefused): string {
  if (failure.kind === 'model_too_large') return words.text('partState.tooLarge')
  const { title } = refusalWords(words, failure)
  // Sentences from the server may begin with a name.
  return failure.kind === 'not_read' ? title : `${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

const asksForUnit = ({ finding, units, scale }: PartState): boolean =>
  finding.state === 'known' &&
  finding.measurement.kind === 'mesh' &&
  units === null &&
  scale === 1 &&
  likelyUnits(finding.measurement.report).length > 0

/** Whether nothing is left to add: the remaining parts cannot be printed. */
export function isAllAdded(parts: readonly PartState[]): boolean {
  const kinds = parts.map((part) => statusOf(part).kind)
  return kinds.includes('added') && kinds.every((kind) => kind === 'added' || kind === 'refused')
}

/** Returns a sentence on the parts that are not added yet. Empty if all are ready or there is only one part. */
export function notReadyText(parts: readonly PartState[]): string {
  if (parts.length < 2) return ''
  const waiting = parts.filter((part) => !['ready', 'added'].includes(statusOf(part).kind))
  const counts = (['measuring', 'choice', 'refused'] as const).flatMap((kind) => {
    const found = waiting.filter((part) => statusOf(part).kind === kind)
    const [only] = found
    if (only === undefined) return []
    return found.length === 1
      ? [words.text(`left.${kind}`, { name: only.file.name })]
      : [words.text(`left.${kind}Parts`, { count: words.count(found.length) })]
  })
  return counts.length === 0 ? '' : words.text('left.parts', { parts: counts.join('; ') })
}
