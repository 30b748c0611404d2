// The price and the size of a form of the website while it is filled in, before it is sent: for the page and for its script.

import { inputModes } from '../engine/engine.ts'
import { creditCost } from './credit-cost.ts'
import { draftSetCost, refinementCost } from './draft-set.ts'
import { formOptions, readPrintOptions } from './options.ts'
import { chooseSize, type ModelSize } from './size.ts'

/** The form's word for a set of drafts, beside the modes of the contract. */
export const draftsMode = 'four_drafts'

type Fields = ReadonlyMap<string, string>

export const wantsDrafts = (fields: Fields): boolean => fields.get('mode') === draftsMode

/** In credits. A form without an input counts as one with words. */
export function formCost(fields: Fields): number {
  const request = requestOf(fields)
  if (wantsDrafts(fields)) return draftSetCost(request)
  const mode = fields.get('mode') === 'hi_fi' ? 'hi_fi' : 'fast_draft'
  return creditCost({ ...request, mode, retextureOf: null })
}

/** What refining one of the drafts will cost, in credits; null for a form that makes no set of them. */
export const formRefineCost = (fields: Fields): number | null =>
  wantsDrafts(fields) ? refinementCost(requestOf(fields)) : null

const requestOf = (fields: Fields) => ({
  inputMode: inputModes.find((mode) => mode === fields.get('inputMode')) ?? ('text' as const),
  options: readPrintOptions(formOptions(fields)),
})

/** A draft of a model from a picture, in credits. */
export const pictureDraftCredits = formCost(
  new Map([
    ['inputMode', 'image'],
    ['mode', 'fast_draft'],
  ]),
)

/** The size that the form asks for, as the run chooses it; a language model may find another one in the words. */
export const formSize = (fields: Fields): ModelSize =>
  chooseSize({
    sizeMm: readPrintOptions(formOptions(fields)).sizeMm,
    words: fields.get('prompt') ?? '',
  })
