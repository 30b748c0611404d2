import type { FieldErrors } from '../../html/form-fields.tsx'
import { english, type Words } from '../languages/words.ts'

/** Returns advice on marked fields, followed in the notice by links to them. */
export const correctFields = (errors: FieldErrors, words: Words = english): string =>
  words.text('field.correct', { count: Object.keys(errors).length })
