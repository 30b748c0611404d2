// The price of a generation in credits (contract.md 4.7).
import type { GenerationOptions, MeshQuality, TextureResolution } from '../engine/engine.ts'
import type { GenerationRequest } from './request.ts'

export const modeCredits = { fast_draft: 1, hi_fi: 2 } as const
export const pictureCredits = 1
export const meshCredits: Record<MeshQuality, number> = { standard: 0, high: 1, ultra: 2 }
export const textureCredits: Record<TextureResolution, number> = {
  '1k': 0,
  '2k': 0,
  '4k': 1,
  '8k': 2,
}
export const refinementCredits = 2
/** Credits for refining a draft with default options: hi_fi from a picture of the draft. */
export const leastRefineCredits = modeCredits.hi_fi + pictureCredits
export const retextureCredits = 1
/** Credits of a new account; equal to the column's default in the database. */
export const openingCredits = 5

/** Formats credits: `2 credits`. */
export const creditsText = (credits: number): string =>
  credits === 1 ? '1 credit' : `${credits} credits`

type TexturedRequest = Pick<GenerationRequest, 'mode' | 'inputMode'> & {
  readonly options: Pick<GenerationOptions, 'textures' | 'engine'>
}

type CostedRequest = TexturedRequest &
  Pick<GenerationRequest, 'retextureOf'> & {
    readonly options: Pick<
      GenerationOptions,
      'meshQuality' | 'textureResolution' | 'refinementPass'
    >
  }

export function creditCost(request: CostedRequest): number {
  if (request.retextureOf !== null) return retextureCredits
  const { mode, inputMode, options } = request
  return (
    modeCredits[mode] +
    (inputMode === 'text' ? 0 : pictureCredits) +
    meshCredits[options.meshQuality] +
    (canBeTextured(request) ? textureCredits[options.textureResolution] : 0) +
    (options.refinementPass ? refinementCredits : 0)
  )
}

/** Whether the model can be textured. A text draft has no textures, unless an engine of the engine_2 family is pinned. */
export function canBeTextured({ mode, inputMode, options }: TexturedRequest): boolean {
  if (!options.textures) return false
  const isTextDraft = inputMode === 'text' && mode === 'fast_draft'
  return !isTextDraft || options.engine.startsWith('engine_2')
}
