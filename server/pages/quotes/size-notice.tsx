// Suggests another unit if the size of a file is implausible. The page's script offers buttons instead.
import { type LikelyUnit, likelyUnits } from '../../domain/measurement/likely-units.ts'
import type { LengthUnit } from '../../domain/models/format.ts'
import { sizesText } from '../../domain/models/size-text.ts'
import { type ReadSize, sizeQuestion } from './changes/size-question.ts'
import type { QuoteResult } from './view.ts'

export const unitNames: Readonly<Record<LengthUnit, string>> = {
  mm: 'millimeters',
  cm: 'centimeters',
  m: 'meters',
  in: 'inches',
}

export function SizeNotice({ result }: { result: QuoteResult }) {
  const size = readSizeOf(result)
  const guesses = size === null ? [] : likelyUnits(size)
  if (size === null || guesses.length === 0) return ''
  return (
    <div class="notice warning size-notice">
      <p>{sizeQuestion(size, result.kind === 'refused')}</p>
      <p>
        Choose its unit above and{' '}
        {result.keptFile === null ? 'send the file again' : 'show the price again'}:
      </p>
      <ul>
        {guesses.map((guess) => (
          <li>{guessText(guess)}</li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the size as read, or null for a sliced file, which states its size in millimeters. */
function readSizeOf(result: QuoteResult): ReadSize | null {
  if (result.kind === 'priced') {
    const { measurement } = result.part
    return measurement.kind === 'mesh' ? measurement.report : null
  }
  const { failure } = result
  return failure.kind === 'model_too_large' && failure.format !== 'gcode' ? failure : null
}

const guessText = ({ unit, dimensionsMm }: LikelyUnit) =>
  `${unitNames[unit]}: ${sizesText(dimensionsMm)}`
