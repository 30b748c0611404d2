// What a set of drafts and a refinement cost, and the requests that they are made from.

import { maxSeed } from '../engine/engine.ts'
import { creditCost } from './credit-cost.ts'
import { defaultOptions } from './options.ts'
import type { GenerationRequest, RefinementOptions } from './request.ts'

/** The drafts of a set. */
export const draftsInSet = 4

type DraftOptions = Pick<GenerationRequest, 'inputMode' | 'options' | 'refineWith'>

/** The options that make a model finer and dearer. Drafts go without them, and the refinement has them. */
const refinementOptions = ({ options, refineWith }: DraftOptions): RefinementOptions => {
  const { meshQuality, textureResolution, refinementPass } = refineWith ?? options
  return { meshQuality, textureResolution, refinementPass }
}

const coarse: RefinementOptions = {
  meshQuality: defaultOptions.meshQuality,
  textureResolution: defaultOptions.textureResolution,
  refinementPass: defaultOptions.refinementPass,
}

/** Whether its model can be refined, once it is stored: also a draft that was made without a set. */
export const isDraft = ({ mode, retextureOf }: Pick<GenerationRequest, 'mode' | 'retextureOf'>) =>
  mode === 'fast_draft' && retextureOf === null

/** In credits, for one draft of the set. */
export const draftCost = ({ inputMode, options }: DraftOptions): number =>
  creditCost({
    mode: 'fast_draft',
    inputMode,
    options: { ...options, ...coarse },
    retextureOf: null,
  })

/** In credits, for all drafts of the set. */
export const draftSetCost = (request: DraftOptions): number => draftsInSet * draftCost(request)

/** In credits, with the options that were chosen with the drafts. It is made from a picture of the draft. */
export const refinementCost = (request: DraftOptions): number =>
  creditCost({
    mode: 'hi_fi',
    inputMode: 'image',
    options: { ...request.options, ...refinementOptions(request) },
    retextureOf: null,
  })

/** One of the drafts: `place` counts from 0. They differ by their seeds, which follow each other. */
export function draftRequest(
  request: GenerationRequest,
  { setId, place }: { readonly setId: string; readonly place: number },
): GenerationRequest {
  const { options } = request
  const first = options.seed ?? Number.parseInt(setId.slice(0, 7), 16)
  return {
    ...request,
    mode: 'fast_draft',
    options: { ...options, ...coarse, seed: (first + place) % (maxSeed + 1) },
    refineWith: refinementOptions(request),
    // A seed that nobody sent needs no note where it has no effect.
    ...(options.seed === null && { ownSeed: true }),
  }
}

/** The request of a refinement. `longestMm`: the longest side of the draft. */
export function refinementRequest(
  draft: GenerationRequest,
  { draftId, longestMm }: { readonly draftId: string; readonly longestMm: number },
): GenerationRequest {
  const { prompt, options, notify } = draft
  return {
    mode: 'hi_fi',
    inputMode: 'image',
    prompt,
    // The picture has what the words said.
    hasPrompt: false,
    style: null,
    options: { ...options, ...refinementOptions(draft), negativePrompt: '', seed: null },
    retextureOf: null,
    refineOf: draftId,
    earlierMm: longestMm,
    ...(notify && { notify }),
  }
}
