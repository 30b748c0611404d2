// Failures of generation. The contract's texts are in server/http/refusals and mcp/tools.

import type { FieldUnknown } from '../../base/text/field-names.ts'
import type { DebtFailure } from '../../gift-cards/debt.ts'
import type { UnfinishedWork } from '../../idempotency/failure.ts'
import type { EngineName } from '../engine/engine.ts'

/**
 * The kind of result that moderation refused or could not check. `lost_model`: it could not be stored, so operators
 * cannot review it.
 */
export const madeKinds = ['model', 'lost_model', 'picture'] as const
export type MadeKind = (typeof madeKinds)[number]

export type GenerationFailure =
  | DebtFailure
  | FieldUnknown
  | { readonly kind: 'generation_body_empty' }
  | { readonly kind: 'generation_json_invalid' }
  | { readonly kind: 'generation_form_invalid' }
  | { readonly kind: 'prompt_required' }
  | { readonly kind: 'prompt_too_long' }
  | { readonly kind: 'input_mode_invalid' }
  | { readonly kind: 'image_required' }
  | { readonly kind: 'image_too_large' }
  | { readonly kind: 'multiview_count' }
  /** Every engine requires the front view. */
  | { readonly kind: 'multiview_front_missing' }
  | { readonly kind: 'multiview_image_too_large' }
  | { readonly kind: 'image_type_unsupported'; readonly mimeType: string }
  /** Begins like a picture but is damaged or truncated. */
  | { readonly kind: 'image_unreadable' }
  /** `imageUrl` is not a picture of this account. */
  | { readonly kind: 'image_url_foreign' }
  | { readonly kind: 'image_url_unreadable' }
  /** `imagesOf` is not a generation of this account with stored pictures. */
  | { readonly kind: 'image_earlier_gone' }
  /** `refused`: the kind of result; absent = the input was refused, or the vendor refused. */
  | {
      readonly kind: 'nsfw'
      readonly reason: string
      readonly refused?: MadeKind
    }
  /** The input could not be checked. Nothing was done. */
  | { readonly kind: 'moderation_unavailable' }
  /** The result, already paid for at the vendor, could not be checked. A model is withheld; a picture is discarded. */
  | { readonly kind: 'result_not_checked'; readonly made: MadeKind }
  /** Pictures must be moderated, and no configured server supports it. */
  | { readonly kind: 'pictures_not_accepted' }
  /** Generation is disabled in the configuration. */
  | { readonly kind: 'generation_off' }
  /** An operator has disabled the requested engine. */
  | { readonly kind: 'engine_switched_off'; readonly engine: EngineName }
  /** The daily budget of the engine or the image model is used up. */
  | { readonly kind: 'generation_budget_used_up' }
  | { readonly kind: 'no_credits'; readonly required: number; readonly available: number }
  /** `message` is for the caller. */
  | { readonly kind: 'engine_failed'; readonly message: string }
  | { readonly kind: 'generation_interrupted' }
  /** The owner cancelled the job before an engine was called. */
  | { readonly kind: 'generation_cancelled' }
  | { readonly kind: 'job_id_required' }
  | { readonly kind: 'job_not_found' }
  | { readonly kind: 'job_foreign' }
  | { readonly kind: 'retexture_generation_required' }
  | { readonly kind: 'retexture_not_found' }
  | { readonly kind: 'retexture_unsuitable' }
  /** `drafts` differs from the number of drafts in a set. */
  | { readonly kind: 'drafts_count' }
  | { readonly kind: 'drafts_and_refinement' }
  /** Waiting for several models is not supported: `drafts` and `refineOf` are queued only. */
  | { readonly kind: 'drafts_queued_only' }
  | { readonly kind: 'refine_not_found' }
  /** The generation is not a draft, has not ended, failed, or was not stored. */
  | { readonly kind: 'refine_unsuitable' }
  | { readonly kind: 'draft_set_not_found' }
  | { readonly kind: 'proxy_url_required' }

/** The maximum duration of a call has passed. The job continues. */
export type StillRunning = UnfinishedWork & {
  readonly kind: 'generation_continues'
  readonly jobId: string
}

/** How a call ends that waited for a generation without success. */
export type WaitFailure = GenerationFailure | StillRunning

/** Failures caused by an engine or the service instead of the caller. */
export const operationalFailures = [
  'engine_failed',
  'generation_interrupted',
  'moderation_unavailable',
  'result_not_checked',
] as const satisfies readonly GenerationFailure['kind'][]

/** Whether an operator should investigate: the failure was caused by an engine or the service, not by the caller. */
export const isOperational = ({ kind }: GenerationFailure): boolean =>
  operationalFailures.some((each) => each === kind)
