// "Did you mean inches?": asked of a part whose size makes no sense as it was read (server/domain/measurement/likely-units.ts).
import { shownSidesMm } from '../../server/domain/catalog/build-volume.ts'
import { likelyUnits } from '../../server/domain/measurement/likely-units.ts'
import { unitWord } from '../../server/domain/models/format.ts'
import type { MeshReport } from '../../server/domain/models/report.ts'

/** Empty for a size that makes sense. The units are those that lead to a plausible size, the inch first. */
export function unitQuestion(read: Pick<MeshReport, 'unit' | 'dimensionsMm'>): string[] {
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
