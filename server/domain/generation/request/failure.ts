// Refusals and failures of generation, as facts. The contract's texts are in server/http/refusals and mcp/tools.

import type { FieldUnknown } from '../../base/field-names.ts'
import type { DebtFailure } from '../../gift-cards/debt.ts'
import type { UnfinishedWork } from '../../idempotency/failure.ts'
import type { EngineName } from '../engine/engine.ts'

/** What was made, where moderation refuses that or gives no answer. `lost_model`: it could not be stored, so operators do not see it. */
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
  /** Every engine begins with the front. */
  | { readonly kind: 'multiview_front_missing' }
  | { readonly kind: 'multiview_image_too_large' }
  | { readonly kind: 'image_type_unsupported'; readonly mimeType: string }
  /** Starts like a picture but is damaged or truncated. */
  | { readonly kind: 'image_unreadable' }
  /** `imageUrl` names no picture of this account. */
  | { readonly kind: 'image_url_foreign' }
  | { readonly kind: 'image_url_unreadable' }
  /** `imagesOf` names no generation of this account whose pictures are kept. */
  | { readonly kind: 'image_earlier_gone' }
  /** `refused`: what was made; absent = what was sent, or by the vendor. */
  | {
      readonly kind: 'nsfw'
      readonly reason: string
      readonly refused?: MadeKind
    }
  /** What was sent could not be checked: nothing was done. */
  | { readonly kind: 'moderation_unavailable' }
  /** What was made, and paid for at the vendor, could not be checked: a model is withheld, a picture is not kept. */
  | { readonly kind: 'result_not_checked'; readonly made: MadeKind }
  /** Pictures must be moderated, and no configured server can do it. */
  | { readonly kind: 'pictures_not_accepted' }
  /** The operator has turned generation off. */
  | { readonly kind: 'generation_off' }
  /** An operator has turned off the engine that was asked for. */
  | { readonly kind: 'engine_switched_off'; readonly engine: EngineName }
  /** The engine, or the image model, has used up the budget that the operator set for a day. */
  | { readonly kind: 'generation_budget_used_up' }
  | { readonly kind: 'no_credits'; readonly required: number; readonly available: number }
  /** `message` is for the caller. */
  | { readonly kind: 'engine_failed'; readonly message: string }
  | { readonly kind: 'generation_interrupted' }
  /** Its owner cancelled it before an engine was called. */
  | { readonly kind: 'generation_cancelled' }
  | { readonly kind: 'job_id_required' }
  | { readonly kind: 'job_not_found' }
  | { readonly kind: 'job_foreign' }
  | { readonly kind: 'retexture_generation_required' }
  | { readonly kind: 'retexture_not_found' }
  | { readonly kind: 'retexture_unsuitable' }
  /** `drafts` was sent with another number than that of a set. */
  | { readonly kind: 'drafts_count' }
  | { readonly kind: 'drafts_and_refinement' }
  /** Nobody waits for several models: `drafts` and `refineOf` are queued. */
  | { readonly kind: 'drafts_queued_only' }
  | { readonly kind: 'refine_not_found' }
  /** It is no draft, has not ended, failed, or was not stored. */
  | { readonly kind: 'refine_unsuitable' }
  | { readonly kind: 'draft_set_not_found' }
  | { readonly kind: 'proxy_url_required' }

/** The caller has waited for as long as a call may last; the job goes on. */
export type StillRunning = UnfinishedWork & {
  readonly kind: 'generation_continues'
  readonly jobId: string
}

/** How a call ends that waits for its generation and gets none. */
export type WaitFailure = GenerationFailure | StillRunning

/** Failures of an engine or of the service, not of the caller. */
export const operationalFailures = [
  'engine_failed',
  'generation_interrupted',
  'moderation_unavailable',
  'result_not_checked',
] as const satisfies readonly GenerationFailure['kind'][]

/** Whether an operator should look at it: a failure of an engine or of the service, not of the caller. */
export const isOperational = ({ kind }: GenerationFailure): boolean =>
  operationalFailures.some((each) => each === kind)
