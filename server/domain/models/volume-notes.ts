// The note next to a price when the billed volume of a mesh is not simply that of all its bodies (decisions.md 45).
import type { MeshReport } from './report.ts'

export type VolumeFacts = Pick<MeshReport, 'bodiesOverlap' | 'cavitiesKnown' | 'notes'>

/** Sentences for the customer; none for a usual mesh. */
export function volumeNotes({
  bodiesOverlap,
  cavitiesKnown,
  notes = [],
}: VolumeFacts): readonly string[] {
  return [
    ...notes,
    ...(bodiesOverlap === true ? [overlapNote] : []),
    ...(cavitiesKnown === false ? [cavitiesNote] : []),
  ]
}

export const overlapNote =
  'Bodies of the model overlap: what they share is billed and printed once.'

export const cavitiesNote =
  'The model has too many surfaces for us to check which are cavities: it is billed by what a slicer fills.'
