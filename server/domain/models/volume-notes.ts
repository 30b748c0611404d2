// The note next to a price if the billed volume of a mesh differs from the sum of its bodies (decisions.md 45), or its
// surface had to be closed.
import type { MeshReport } from './report.ts'

export type VolumeFacts = Pick<MeshReport, 'bodiesOverlap' | 'cavitiesKnown' | 'notes' | 'repaired'>

/** Returns sentences for the customer; empty for an ordinary mesh. */
export function volumeNotes({
  bodiesOverlap,
  cavitiesKnown,
  notes = [],
  repaired,
}: VolumeFacts): readonly string[] {
  return [
    ...notes,
    ...(bodiesOverlap === true ? [overlapNote] : []),
    ...(cavitiesKnown === false ? [cavitiesNote] : []),
    ...holesNotes(repaired?.filledHoles ?? 0),
  ]
}

export const overlapNote =
  'Bodies of the model overlap: what they share is billed and printed once.'

export const cavitiesNote =
  'The model has too many surfaces for us to check which are cavities: it is billed by what a slicer fills.'

const count = new Intl.NumberFormat('en-US')

/** Returns the note on holes that were closed to measure the volume; empty if there were none. */
export const holesNotes = (holes: number): readonly string[] =>
  holes === 0
    ? []
    : [
        `The surface of the model has ${holes === 1 ? 'a hole, which was' : `${count.format(holes)} holes, which were`} closed to measure it: ` +
          'check that nothing is missing.',
      ]
