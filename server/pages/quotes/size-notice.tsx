// Suggests another unit if the size of a file is implausible. The page's script offers buttons instead.
import { type LikelyUnit, likelyUnits } from '../../domain/measurement/likely-units.ts'
import { sizesIn } from '../base/size-texts.ts'
import type { Words } from '../languages/words.ts'
import { type ReadSize, sizeQuestion } from './changes/size-question.ts'
import type { QuoteResult } from './view.ts'

type SizeNoticeProps = { readonly words: Words; readonly result: QuoteResult }

export function SizeNotice({ words, result }: SizeNoticeProps) {
  const size = readSizeOf(result)
  const guesses = size === null ? [] : likelyUnits(size)
  if (size === null || guesses.length === 0) return ''
  return (
    <div class="notice warning size-notice">
      <p>{sizeQuestion(words, size, result.kind === 'refused')}</p>
      <p>{words.text(result.keptFile === null ? 'quote.unitThenFile' : 'quote.unitThenPrice')}</p>
      <ul>
        {guesses.map((guess) => (
          <li>{guessText(words, guess)}</li>
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

const guessText = (words: Words, { unit, dimensionsMm }: LikelyUnit) =>
  words.text('unit.guess', {
    unit: words.text(`unitName.${unit}`),
    size: sizesIn(words, dimensionsMm),
  })
