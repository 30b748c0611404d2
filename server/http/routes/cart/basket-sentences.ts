// Sentences of the basket's failures in the language of its page. Other failures have English sentences only.
import { quantityRange } from '../../../domain/catalog/options.ts'
import { english, type Words } from '../../../pages/languages/words.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'

/** Whether the failure's sentence exists in every language. */
export const isTranslated = (failure: Failure): boolean => sentenceIn(english, failure) !== null

/** Returns the failure's sentence in the language of the words if it is translated, otherwise in English. */
export const failureSentence = (words: Words, failure: Failure): string =>
  sentenceIn(words, failure) ?? refusalOf(failure).error

function sentenceIn(words: Words, { kind }: Failure): string | null {
  switch (kind) {
    case 'basket_line_not_found':
      return words.text('basket.lineGone')
    case 'basket_line_changed':
      return words.text('basket.lineChanged')
    // The API's sentence names a field.
    case 'cart_quantity_invalid':
      return words.text('basket.quantityWrong', {
        min: words.number(quantityRange.min),
        max: words.number(quantityRange.max),
      })
    default:
      return null
  }
}
