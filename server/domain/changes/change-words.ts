// Describes the change of a model for its page and file name: "hollow 2 mm, 120 mm".

import { cutText } from '../base/text/text.ts'
import type { ProcessReport } from '../measurement/processing.ts'
import type { ModelChangeRequest } from './change-request.ts'
import { maxModelNameCharacters } from './model-name.ts'

export const onBestSide = 'It already lies on its best side.'

type DescribedChange = {
  readonly change: ModelChangeRequest
  readonly report: Pick<ProcessReport, 'meshRepair'>
  readonly parts: number
}

/** Smaller differences of scale are rounding errors. */
const sameScale = 1e-4

/** Returns an empty string if nothing was changed. States the actual wall thickness, which can be less than requested. */
export function changeWords({ change, report, parts }: DescribedChange): string {
  const repair = report.meshRepair.applied ? report.meshRepair : null
  const { sizeMm, orient, cut } = change
  const isScaled = sizeMm !== null && Math.abs((repair?.scaleApplied ?? 1) - 1) > sameScale
  const done = [
    repair?.hollowed ? `hollow ${shownMm(repair.hollowWallMm ?? 0)} mm` : '',
    isScaled ? `${shownMm(sizeMm)} mm` : '',
    orient && repair?.reoriented ? 'on its best side' : '',
    parts > 1 ? (cut?.kind === 'plane' ? 'cut in two' : `cut into ${parts} parts`) : '',
  ].filter((words) => words !== '')
  return done.length === 0 && change.repair && repair !== null ? 'repaired' : done.join(', ')
}

/** Returns a sentence that says why there was no change. */
export function noEffect({ sizeMm, orient, cut, repair }: ModelChangeRequest): string {
  const reasons = [
    sizeMm === null ? '' : `Its longest side is ${shownMm(sizeMm)} mm already.`,
    orient ? onBestSide : '',
    cut?.kind === 'plate' ? 'It fits the plate in one piece.' : '',
    repair ? 'There was nothing to repair.' : '',
  ]
  return reasons.filter((reason) => reason !== '').join(' ')
}

const shownMm = (mm: number): string => String(Math.round(mm * 10) / 10)

type Part = { readonly part: number; readonly parts: number }

/**
 * Appends the description to the name, and the part number of a cut. Drops a previous size if there is a new one.
 * Shortens a long name instead of the description, because the description distinguishes the models.
 */
export function changedName(name: string, words: string, { part, parts }: Part): string {
  const pieces = name.split(', ')
  const kept = words.split(', ').some(isSize) ? pieces.filter((piece) => !isSize(piece)) : pieces
  const end = parts === 1 ? words : `${words}, part ${part}`
  const begin = cutText(kept.join(', '), maxModelNameCharacters - `, ${end}`.length).trimEnd()
  return `${begin}, ${end}`
}

const isSize = (words: string): boolean => /^\d{1,4}(?:\.\d)? mm$/.test(words)
