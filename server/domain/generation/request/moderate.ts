// Moderation of the input of a model or a picture, before anything is charged.

import { fail, ok, type Result } from '../../base/result.ts'
import type { GenerationImage } from '../engine/engine.ts'
import type { LanguageModel } from '../engine/language.ts'
import type { GenerationFailure } from './failure.ts'
import type { RequestWithImages } from './request.ts'

type Moderator = { readonly languageModel: Pick<LanguageModel, 'moderate'> }
type Moderated = { readonly text: string; readonly images: readonly GenerationImage[] }

export async function moderate(
  { languageModel }: Moderator,
  { text, images }: Moderated,
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

/** The prompt, the style and the pictures. */
export const moderateRequest = (
  deps: Moderator,
  { request, images }: RequestWithImages,
  signal: AbortSignal,
): Promise<Result<void, GenerationFailure>> => {
  const text = [request.prompt, request.style].filter((part) => part !== null).join('\n')
  return moderate(deps, { text, images }, signal)
}
