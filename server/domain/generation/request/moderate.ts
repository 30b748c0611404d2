// Moderation of the input of a model or a picture, before anything is charged.

import { fail, ok, type Result } from '../../base/result.ts'
import type { GenerationImage } from '../engine/engine.ts'
import type { LanguageModel } from '../engine/language.ts'
import type { GenerationFailure } from './failure.ts'
import type { GenerationRequest, RequestWithImages } from './request.ts'

type Moderator = { readonly languageModel: Pick<LanguageModel, 'moderate'> }
type ModeratedRequest = { readonly text: string; readonly images: readonly GenerationImage[] }

export async function moderate(
  { languageModel }: Moderator,
  { text, images }: ModeratedRequest,
  signal: AbortSignal,
): Promise<Result<void, GenerationFailure>> {
  const verdict = await languageModel.moderate({ text, images, signal })
  switch (verdict.kind) {
    case 'allowed':
      return ok(undefined)
    case 'refused':
      return fail({ kind: 'nsfw', reason: verdict.reason })
    case 'unavailable':
      return fail({ kind: 'moderation_unavailable' })
    case 'pictures_not_accepted':
      return fail({ kind: 'pictures_not_accepted' })
  }
}

/** Every text of the request, and the pictures. */
export const moderateRequest = (
  deps: Moderator,
  { request, images }: RequestWithImages,
  signal: AbortSignal,
): Promise<Result<void, GenerationFailure>> =>
  moderate(deps, { text: textOf(request), images }, signal)

/** The negative prompt is read as what the model would be without: "a woman" and "clothes" are refused together. */
function textOf({ prompt, style, options: { negativePrompt } }: GenerationRequest): string {
  const without = negativePrompt === '' ? null : `without ${negativePrompt}`
  return [prompt, style, without].filter((part) => part !== null).join('\n')
}
