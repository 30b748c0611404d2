// Repairs that the geometry core made in the measured and printed copy of a file, in words.
import type { Repairs } from '../../../domain/measurement/inspection.ts'

const count = new Intl.NumberFormat('en-US')

/** Returns null if nothing was repaired. */
export function repairsText(repaired: Repairs): string | null {
  const done = [
    counted(repaired.filledHoles, 'hole', 'closed'),
    counted(repaired.flippedFaces, 'triangle', 'turned to face outwards'),
    counted(repaired.removedDuplicates, 'duplicate triangle', 'removed'),
    counted(repaired.removedDegenerates, 'triangle', 'without an area removed'),
    counted(repaired.removedLoose, 'loose triangle', 'removed'),
    counted(repaired.weldedVertices, 'corner', 'joined to a neighbor'),
  ].filter((text) => text !== null)
  return done.length === 0 ? null : `Repaired: ${done.join(', ')}`
}

const counted = (number: number, noun: string, what: string): string | null =>
  number === 0 ? null : `${count.format(number)} ${noun}${number === 1 ? '' : 's'} ${what}`
