// Price and size of a website form before it is sent, for the page and its script.

import { inputModes } from '../engine/engine.ts'
import { creditCost } from './credit-cost.ts'
import { draftSetCost, refinementCost } from './draft-set.ts'
import { formOptions, readPrintOptions } from './options.ts'
import { chooseSize, type ModelSize } from './size.ts'

/** The form's value for a set of drafts, in addition to the contract's modes. */
export const draftsMode = 'four_drafts'

type Fields = ReadonlyMap<string, string>

export const wantsDrafts = (fields: Fields): boolean => fields.get('mode') === draftsMode

/** Returns the cost in credits. A form without an input mode is treated as text. */
export function formCost(fields: Fields): number {
  const request = requestOf(fields)
  if (wantsDrafts(fields)) return draftSetCost(request)
  const mode = fields.get('mode') === 'hi_fi' ? 'hi_fi' : 'fast_draft'
  return creditCost({ ...request, mode, retextureOf: null })
}

/** Returns the cost of refining one of the drafts, in credits; null for a form without a set of drafts. */
export const formRefineCost = (fields: Fields): number | null =>
  wantsDrafts(fields) ? refinementCost(requestOf(fields)) : null

const requestOf = (fields: Fields) => ({
  inputMode: inputModes.find((mode) => mode === fields.get('inputMode')) ?? ('text' as const),
  options: readPrintOptions(formOptions(fields)),
})

/** Cost of a draft from a picture, in credits. */
export const pictureDraftCredits = formCost(
  new Map([
    ['inputMode', 'image'],
    ['mode', 'fast_draft'],
  ]),
)

/**
 * Returns the size that the form requests, computed as in the run. A language model may still read a different size
 * from the prompt.
 */
export const formSize = (fields: Fields): ModelSize =>
  chooseSize({
    sizeMm: readPrintOptions(formOptions(fields)).sizeMm,
    words: fields.get('prompt') ?? '',
  })
