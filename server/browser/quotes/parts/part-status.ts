// The next step of each part, and the parts to add to the basket.
import { likelyUnits } from '../../../domain/measurement/likely-units.ts'
import { isColorMissing } from '../../../pages/quotes/options/order-fields.ts'
import { type QuoteRefused, refusalWords } from '../../../pages/quotes/refusals/refusal.ts'
import { fieldProblems, type PartState } from './part-state.ts'

export type PartStatus = {
  readonly kind: 'measuring' | 'ready' | 'choice' | 'refused' | 'added'
  readonly words: string
}

export function statusOf(part: PartState): PartStatus {
  const { finding, fields, isShapeWrong, isReading, isAdded } = part
  if (finding.state === 'reading' || (isReading && finding.state !== 'refused')) {
    return { kind: 'measuring', words: 'Measuring…' }
  }
  const failure = finding.state === 'refused' ? finding.failure : finding.refused
  if (failure !== null) {
    return { kind: 'refused', words: `Cannot be printed: ${reasonOf(failure)}` }
  }
  if (isAdded) return { kind: 'added', words: 'In the basket' }
  const [problem] = fieldProblems(part).keys()
  if (problem !== undefined) {
    return { kind: 'choice', words: `Needs a choice: ${fieldNames[problem]}` }
  }
  if (isShapeWrong) return { kind: 'choice', words: 'Needs a choice: scale or wall' }
  if (isColorMissing(fields)) return { kind: 'choice', words: 'Needs a choice: name its color' }
  // The price is correct for the size as read, so the part may be added.
  if (asksForUnit(part)) return { kind: 'ready', words: 'Ready, but check its size' }
  return { kind: 'ready', words: 'Ready' }
}

/** Returns the short reason. Size and name are next to it, and the part's report has the full text. */
function reasonOf(failure: QuoteRefused): string {
  if (failure.kind === 'model_too_large') return 'larger than our printers.'
  const { title } = refusalWords(failure)
  // Sentences from the server may begin with a name.
  return failure.kind === 'not_read' ? title : `${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

const fieldNames = {
  infill: 'infill',
  layerHeight: 'layer height',
  quantity: 'quantity',
} as const

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
    const who = found.length === 1 ? only.file.name : `${found.length} parts`
    return [`${who} ${waitingWords[kind][found.length === 1 ? 0 : 1]}`]
  })
  return counts.length === 0 ? '' : `Not added: ${counts.join('; ')}.`
}

/** Wording for one part, and for several. */
const waitingWords = {
  measuring: ['is being measured', 'are being measured'],
  choice: ['needs a choice', 'need a choice'],
  refused: ['cannot be printed', 'cannot be printed'],
} as const
