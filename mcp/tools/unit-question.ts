// "Did you mean inches?": asked if the size of a part is implausible as read
// (server/domain/measurement/likely-units.ts).
import { shownSidesMm } from '../../server/domain/catalog/build-volume.ts'
import { likelyUnits, type ReadUnit } from '../../server/domain/measurement/likely-units.ts'
import { unitWord } from '../../server/domain/models/format.ts'

/**
 * Returns the question. Empty for a plausible size or a stated unit. Suggests units that give a plausible size, inches
 * first.
 */
export function unitQuestion(read: ReadUnit): string[] {
  const guesses = likelyUnits(read).toSorted(
    (a, b) => Number(b.unit === 'in') - Number(a.unit === 'in'),
  )
  const [first] = guesses
  if (first === undefined) return []
  const sizes = guesses.map(
    ({ unit, dimensionsMm }) =>
      `#units=${unit} makes it ${shownSidesMm(dimensionsMm).join(' x ')} mm`,
  )
  return [`Did you mean ${unitWord(first.unit)}? At the end of model_url, ${sizes.join(', ')}.`]
}
