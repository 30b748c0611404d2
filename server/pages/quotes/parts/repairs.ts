// Repairs that the geometry core made in the measured and printed copy of a file, in words.
import type { Repairs } from '../../../domain/measurement/inspection.ts'
import type { ScriptWords } from '../../languages/script-words.ts'

/** Returns null if nothing was repaired. */
export function repairsText(words: ScriptWords, repaired: Repairs): string | null {
  const counts = [
    ['repair.holes', repaired.filledHoles],
    ['repair.flipped', repaired.flippedFaces],
    ['repair.duplicates', repaired.removedDuplicates],
    ['repair.degenerates', repaired.removedDegenerates],
    ['repair.loose', repaired.removedLoose],
    ['repair.welded', repaired.weldedVertices],
  ] as const
  const done = counts
    .filter(([, count]) => count > 0)
    .map(([key, count]) => words.text(key, { count }))
  return done.length === 0 ? null : words.text('repair.done', { repairs: done.join(', ') })
}
