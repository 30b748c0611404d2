// Values changed by a form's rules, for every response that prices or orders (decisions.md 64).
import * as v from 'valibot'
import { maxQuotedCharacters } from '../../../domain/base/text/text.ts'
import { named, says, text } from '../../contract/schemas.ts'

const adjustment = named(
  'Adjustment',
  v.object({
    field: text('Its name in the request.'),
    sent: text(
      `The value that was sent, at most ${maxQuotedCharacters} characters; of a text that was cut, its length.`,
    ),
    used: says(v.union([v.number(), v.string()]), 'Value that is used instead.'),
  }),
  'A value that was changed.',
)

export const adjusted = says(
  v.array(adjustment),
  'Values that were changed, such as a quantity of 200 to 50. Absent when there are none.',
)
