// Refusals of the generation endpoints in the words of contract.md 8.6.

import { unreachable } from '../../domain/base/result.ts'
import type { GenerationFailure } from '../../domain/generation/request/failure.ts'
import { debtRefusal } from './debt-refusal.ts'

export type GenerationRefusal = {
  readonly status: number
  readonly error: string
  /** Fields next to `error`, where the contract has more. */
  readonly more?: {
    readonly message: string
    readonly needsPayment?: true
    readonly creditsRequired?: number
    readonly creditsAvailable?: number
  }
  readonly headers?: Record<string, string>
}

export function generationRefusal(failure: GenerationFailure): GenerationRefusal {
  switch (failure.kind) {
    case 'generation_body_empty':
      return { status: 400, error: 'invalid body' }
    case 'generation_json_invalid':
      return { status: 400, error: 'invalid json body' }
    case 'generation_form_invalid':
      return { status: 400, error: 'invalid generation request' }
    case 'prompt_required':
      return { status: 400, error: 'prompt is required' }
    case 'prompt_too_long':
      return { status: 400, error: 'prompt too long (max 500 chars)' }
    case 'input_mode_invalid':
      return { status: 400, error: 'invalid input mode' }
    case 'image_required':
      return { status: 400, error: 'image file is required' }
    case 'image_too_large':
      return { status: 400, error: 'image exceeds 10MB limit' }
    case 'multiview_count':
      return { status: 400, error: 'multiview needs 2 to 4 images' }
    case 'multiview_image_too_large':
      return { status: 400, error: 'an image exceeds the 10MB limit' }
    case 'image_type_unsupported':
      return { status: 400, error: `unsupported image type: ${failure.mimeType}` }
    case 'image_unreadable':
      return {
        status: 400,
        error: 'The image is damaged or incomplete. Send a whole PNG, JPEG or WebP file.',
      }
    case 'image_url_foreign':
      return { status: 403, error: 'imageUrl is not a picture of this account.' }
    case 'image_url_unreadable':
      return { status: 404, error: 'Could not read that picture.' }
    case 'nsfw':
      return { status: 400, error: 'nsfw', more: { message: failure.reason } }
    case 'moderation_unavailable':
      return {
        status: 503,
        error: 'The content check did not answer. Nothing was charged; try again shortly.',
        headers: { 'retry-after': '30' },
      }
    case 'pictures_not_accepted':
      return {
        status: 503,
        error:
          'Pictures are not accepted here: no moderation server is configured that could check them. Nothing was charged; describe the model in words instead.',
      }
    case 'generation_off':
      return {
        status: 503,
        error: 'Generation is switched off on this server. Nothing was charged.',
      }
    case 'account_in_debt':
      return debtRefusal(failure)
    case 'no_credits':
      return { status: 403, error: 'no_credits', more: noCredits(failure) }
    case 'engine_failed':
      return { status: 502, error: failure.message }
    case 'generation_interrupted':
      return { status: 502, error: 'Generation was interrupted and did not finish.' }
    case 'job_id_required':
      return { status: 400, error: 'jobId required' }
    case 'job_not_found':
      return { status: 404, error: 'not found' }
    case 'job_foreign':
      return { status: 403, error: 'forbidden' }
    case 'retexture_generation_required':
      return { status: 400, error: 'generationId required' }
    case 'retexture_not_found':
      return { status: 404, error: 'Generation not found' }
    case 'retexture_unsuitable':
      return {
        status: 422,
        error: 'This model cannot be retextured: only generated models in managed storage can.',
      }
    case 'proxy_url_required':
      return { status: 400, error: 'url required' }
    default:
      return unreachable(failure)
  }
}

function noCredits({ required, available }: Extract<GenerationFailure, { kind: 'no_credits' }>) {
  return {
    message: `This generation costs ${required} ${credits(required)} and the account has ${available}. Buy more on the account page, at /account.`,
    needsPayment: true as const,
    creditsRequired: required,
    creditsAvailable: available,
  }
}

const credits = (count: number) => (count === 1 ? 'credit' : 'credits')
