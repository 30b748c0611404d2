// Moderates the input of a model or a picture before any charge.

import { fail, ok, type Result } from '../../base/result.ts'
import type { GenerationImage } from '../engine/engine.ts'
import type { LanguageModel } from '../engine/language.ts'
import type { GenerationFailure } from './failure.ts'
import { moderationReason } from './moderation-reason.ts'
import type { GenerationRequest, RequestWithImages } from './request.ts'

type Moderator = { readonly languageModel: Pick<LanguageModel, 'moderate'> }
type ModeratedRequest = {
  readonly text: string
  readonly images: readonly GenerationImage[]
  /** `result`: the service made the picture. */
  readonly picture?: 'picture' | 'result'
}

export async function moderate(
  { languageModel }: Moderator,
  { text, images, picture = 'picture' }: ModeratedRequest,
  signal: AbortSignal,
): Promise<Result<void, GenerationFailure>> {
  const verdict = await languageModel.moderate({ text, images, signal })
  switch (verdict.kind) {
    case 'allowed':
      return ok(undefined)
    case 'refused': {
      const subject = verdict.part === 'text' ? 'prompt' : picture
      return fail({ kind: 'nsfw', reason: moderationReason(verdict, subject) })
    }
    case 'unavailable':
      return fail({ kind: 'moderation_unavailable' })
    case 'pictures_not_accepted':
      return fail({ kind: 'pictures_not_accepted' })
  }
}

/** Moderates every text of the request, and the pictures. */
export const moderateRequest = (
  deps: Moderator,
  { request, images }: RequestWithImages,
  signal: AbortSignal,
): Promise<Result<void, GenerationFailure>> =>
  moderate(deps, { text: textOf(request), images }, signal)

/**
 * Returns the text to moderate. The negative prompt is included as a list of what the model lacks, so that the prompt "a
 * woman" with the negative prompt "clothes" is refused.
 */
function textOf({ prompt, style, options: { negativePrompt } }: GenerationRequest): string {
  const without = negativePrompt === '' ? null : `without ${negativePrompt}`
  return [prompt, style, without].filter((part) => part !== null).join('\n')
}
