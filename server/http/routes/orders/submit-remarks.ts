// Remarks in the response to a submit and its dry run: `note`, `adjusted`, `ignored`.

import * as v from 'valibot'
import { maxQuotedCharacters } from '../../../domain/base/text/text.ts'
import { premiumWithoutLayersNote } from '../../../domain/catalog/materials.ts'
import { supportsNotes } from '../../../domain/measurement/supports-text.ts'
import type { SubmitResponse } from '../../../domain/orders/record/submit-response.ts'
import { customColorNote } from '../../../domain/pricing/custom-color.ts'
import { says, text } from '../../contract/schemas.ts'
import { adjusted } from './adjusted-json.ts'

export const remarks = {
  note: v.optional(
    text(
      'Only when the color is not in stock: its rate, and the rate of a stock color. When premium came without finer layers. When bodies of ' +
        'the model overlap: what they share is billed once. When something in the file is not printed. How many holes of its surface were ' +
        'closed to measure it. When the part is printed with supports, at no extra charge, or turned, so that it needs none.',
    ),
  ),
  adjusted: v.optional(adjusted),
  ignored: v.optional(
    says(
      v.array(v.string()),
      `Names of fields in the form that mean nothing here and changed nothing, at most ${maxQuotedCharacters} characters of each; after 20 names ` +
        'the last entry counts the others. Absent when there is none.',
    ),
  ),
}

type Noted = Pick<
  SubmitResponse,
  'color' | 'offStock' | 'isPremiumInDefaultLayers' | 'volumeNotes' | 'supports'
>

/** Returns the note, or an empty object if there is none. */
export function noteOf(order: Noted): { readonly note?: string } {
  const notes = [
    ...(order.offStock === null ? [] : [customColorNote(order.color, order.offStock)]),
    ...(order.isPremiumInDefaultLayers === true ? [premiumWithoutLayersNote] : []),
    ...(order.volumeNotes ?? []),
    ...(order.supports === undefined ? [] : supportsNotes({ decision: order.supports })),
  ]
  return notes.length === 0 ? {} : { note: notes.join(' ') }
}
