// Bodies and fields with which operators hold, prioritize, annotate and reprint orders.
import * as v from 'valibot'
import { isInvisible, severalLines, singleLine } from '../../../../../domain/base/text/text.ts'
import {
  lengthText,
  maxOrderNoteCharacters,
  maxReasonCharacters,
} from '../../../../../domain/base/text/text-lengths.ts'
import { priorities } from '../../../../../domain/orders/record/priority.ts'
import { linesSchema, scrapReason, storable, text } from '../../../../contract/body-parts.ts'
import { linesText } from '../../../../contract/field-texts.ts'
import { says, versionSchema } from '../../../../contract/schemas.ts'

/** Unlike a customer's text, an oversized text is refused instead of truncated. */
const longText = (max: number, clean: (text: string) => string) => {
  const rule = `is required, ${lengthText(max)}`
  return v.pipe(
    v.string(rule),
    storable,
    v.transform(clean),
    v.check((value) => !isInvisible(value) && [...value].length <= max, rule),
  )
}

export const holdReasonSchema = longText(maxReasonCharacters, singleLine)
export const noteSchema = longText(maxOrderNoteCharacters, severalLines)
export const prioritySchema = v.picklist(priorities, `must be one of ${priorities.join(', ')}`)

/** Body of POST /api/operator/orders/{code}/reprint. The version distinguishes a retried request from a new one. */
export const reprintSchema = v.object({
  lines: says(linesSchema, linesText),
  reason: says(
    text(maxReasonCharacters),
    `${lengthText(maxReasonCharacters)}, for operators; customers do not see it.`,
  ),
  scrapReason,
  version: says(
    versionSchema,
    'The version of the order that the request is based on, from GET /api/operator/orders/{code}.',
  ),
})
