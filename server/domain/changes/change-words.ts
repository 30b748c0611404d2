// What a change did to a model, in the words of its page and of its file's name: "hollow 2 mm, 120 mm".

import type { ProcessReport } from '../measurement/processing.ts'
import type { ModelChangeRequest } from './change-request.ts'

type Changed = {
  readonly change: ModelChangeRequest
  readonly report: Pick<ProcessReport, 'meshRepair'>
  readonly parts: number
}

/** Scales that differ by less come from rounding. */
const sameScale = 1e-4

/** Empty when nothing was changed. Walls are those that were made, which may be thinner than requested. */
export function changeWords({ change, report, parts }: Changed): string {
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

/** Why there was no change, as a sentence. */
export function noEffect({ sizeMm, orient, cut, repair }: ModelChangeRequest): string {
  const reasons = [
    sizeMm === null ? '' : `Its longest side is ${shownMm(sizeMm)} mm already.`,
    orient ? 'It lies on its best side already.' : '',
    cut?.kind === 'plate' ? 'It fits the plate in one piece.' : '',
    repair ? 'There was nothing to repair.' : '',
  ]
  return reasons.filter((reason) => reason !== '').join(' ')
}

const shownMm = (mm: number): string => String(Math.round(mm * 10) / 10)

/** The words follow the name; a size that it had before is left out when there is a new one. */
export function changedName(name: string, words: string): string {
  const pieces = name.split(', ')
  const kept = words.split(', ').some(isSize) ? pieces.filter((piece) => !isSize(piece)) : pieces
  return [...kept, words].join(', ')
}

const isSize = (words: string): boolean => /^\d{1,4}(?:\.\d)? mm$/.test(words)
