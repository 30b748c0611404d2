// The price and the size of a form of the website while it is filled in, before it is sent: for the page and for its script.

import { inputModes } from '../engine/engine.ts'
import { creditCost } from './credit-cost.ts'
import { formOptions, readPrintOptions } from './options.ts'
import { chooseSize, type ModelSize } from './size.ts'

/** In credits. A form without an input counts as one with words. */
export function formCost(fields: ReadonlyMap<string, string>): number {
  return creditCost({
    mode: fields.get('mode') === 'hi_fi' ? 'hi_fi' : 'fast_draft',
    inputMode: inputModes.find((mode) => mode === fields.get('inputMode')) ?? 'text',
    options: readPrintOptions(formOptions(fields)),
    retextureOf: null,
  })
}

/** A draft of a model from a picture, in credits. */
export const pictureDraftCredits = formCost(
  new Map([
    ['inputMode', 'image'],
    ['mode', 'fast_draft'],
  ]),
)

/** The size that the form asks for, as the run chooses it; a language model may find another one in the words. */
export const formSize = (fields: ReadonlyMap<string, string>): ModelSize =>
  chooseSize({
    sizeMm: readPrintOptions(formOptions(fields)).sizeMm,
    words: fields.get('prompt') ?? '',
  })
