// Bodies and fields by which operators hold, rank and annotate orders.
import * as v from 'valibot'
import {
  isInvisible,
  isStorable,
  severalLines,
  singleLine,
} from '../../../../../domain/base/text.ts'
import {
  lengthText,
  maxOrderNoteCharacters,
  maxReasonCharacters,
} from '../../../../../domain/base/text-lengths.ts'
import { priorities } from '../../../../../domain/orders/priority.ts'

/** Unlike a customer's text, these are refused and never cut. */
const text = (max: number, clean: (text: string) => string) => {
  const rule = `is required, ${lengthText(max)}`
  return v.pipe(
    v.string(rule),
    v.check(isStorable, 'must not contain NUL or unpaired surrogates'),
    v.transform(clean),
    v.check((value) => !isInvisible(value) && [...value].length <= max, rule),
  )
}

export const holdReasonSchema = text(maxReasonCharacters, singleLine)
export const noteSchema = text(maxOrderNoteCharacters, severalLines)
export const prioritySchema = v.picklist(priorities, `must be one of ${priorities.join(', ')}`)
