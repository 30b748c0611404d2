// Cost of a set of drafts and of a refinement, and the requests derived for them.

import type { GenerationJobId } from '../../base/ids/generation-job.ts'
import { maxSeed } from '../engine/engine.ts'
import { creditCost } from './credit-cost.ts'
import { defaultOptions } from './options.ts'
import type { GenerationRequest, RefinementOptions } from './request.ts'

/** Number of drafts in a set. */
export const draftsInSet = 4

type DraftOptions = Pick<GenerationRequest, 'inputMode' | 'options' | 'refineWith'>

/** Returns the options that make a model finer and more expensive. They apply to the refinement and not to the drafts. */
const refinementOptions = ({ options, refineWith }: DraftOptions): RefinementOptions => {
  const { meshQuality, textureResolution, refinementPass } = refineWith ?? options
  return { meshQuality, textureResolution, refinementPass }
}

const coarse: RefinementOptions = {
  meshQuality: defaultOptions.meshQuality,
  textureResolution: defaultOptions.textureResolution,
  refinementPass: defaultOptions.refinementPass,
}

/** Whether its stored model can be refined. Includes a draft made outside a set. */
export const isDraft = ({ mode, retextureOf }: Pick<GenerationRequest, 'mode' | 'retextureOf'>) =>
  mode === 'fast_draft' && retextureOf === null

/** Returns the cost of one draft of the set, in credits. */
export const draftCost = ({ inputMode, options }: DraftOptions): number =>
  creditCost({
    mode: 'fast_draft',
    inputMode,
    options: { ...options, ...coarse },
    retextureOf: null,
  })

/** Returns the cost of all drafts of the set, in credits. */
export const draftSetCost = (request: DraftOptions): number => draftsInSet * draftCost(request)

/**
 * Returns the cost in credits with the options selected with the drafts. The refinement is made from a picture of the
 * draft.
 */
export const refinementCost = (request: DraftOptions): number =>
  creditCost({
    mode: 'hi_fi',
    inputMode: 'image',
    options: { ...request.options, ...refinementOptions(request) },
    retextureOf: null,
  })

/** Returns the request of one draft; `place` starts at 0. The drafts use consecutive seeds. */
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
    // The caller did not send this seed, so no note mentions it if it has no effect.
    ...(options.seed === null && { ownSeed: true }),
  }
}

/** Returns the request of a refinement. `longestMm`: the longest side of the draft. */
export function refinementRequest(
  draft: GenerationRequest,
  { draftId, longestMm }: { readonly draftId: GenerationJobId; readonly longestMm: number },
): GenerationRequest {
  const { prompt, options, notify } = draft
  return {
    mode: 'hi_fi',
    inputMode: 'image',
    prompt,
    // The picture already contains what the prompt described.
    hasPrompt: false,
    style: null,
    options: { ...options, ...refinementOptions(draft), negativePrompt: '', seed: null },
    retextureOf: null,
    refineOf: draftId,
    earlierMm: longestMm,
    ...(notify && { notify }),
  }
}
