// Refusals of the generation endpoints, with the sentences of contract.md 8.6.

import { compactMegabytesText } from '../../domain/base/text/megabytes.ts'
import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import { checkoutSentences } from '../../domain/cart/checkout-sentences.ts'
import { engineTomorrowAdvice, generationOff, picturesGone } from '../../domain/errors/sentences.ts'
import { otherEngineAdvice } from '../../domain/generation/engine/engine.ts'
import { draftsInSet } from '../../domain/generation/request/draft-set.ts'
import type {
  GenerationFailure,
  MadeKind,
  StillRunning,
} from '../../domain/generation/request/failure.ts'
import {
  maxImageBytes,
  maxPromptCharacters,
  multiviewImages,
} from '../../domain/generation/request/request.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'
import { type Refusals, retryAfter } from './refusal.ts'

/** Fields that the contract defines in addition to `error`. */
type GenerationDetails = {
  readonly message?: string
  readonly jobId?: string
  readonly needsPayment?: true
  readonly creditsRequired?: number
  readonly creditsAvailable?: number
}

const maxImageSize = compactMegabytesText(maxImageBytes)

/** Misspelled names are listed with the order refusals. */
type OwnFailure = Exclude<GenerationFailure, { kind: 'field_unknown' }> | StillRunning

export const generationRefusals: Refusals<OwnFailure, GenerationDetails> = {
  generation_body_empty: [400, 'invalid body'],
  generation_json_invalid: [400, 'invalid json body'],
  generation_form_invalid: [400, 'invalid generation request'],
  prompt_required: [400, 'prompt is required'],
  prompt_too_long: [400, `prompt too long (max ${maxPromptCharacters} chars)`],
  input_mode_invalid: [400, 'invalid input mode'],
  image_required: [400, 'image file is required'],
  image_too_large: [400, `image exceeds ${maxImageSize} limit`],
  multiview_count: [400, `multiview needs ${multiviewImages.min} to ${multiviewImages.max} images`],
  multiview_front_missing: [
    400,
    'multiview needs the front: send it as front, or as the first of images',
  ],
  multiview_image_too_large: [400, `an image exceeds the ${maxImageSize} limit`],
  image_type_unsupported: ({ mimeType }) => [400, `unsupported image type: ${mimeType}`],
  image_unreadable: [
    400,
    'The image is damaged or incomplete. Send a whole PNG, JPEG or WebP file.',
  ],
  image_url_foreign: [403, 'imageUrl is not a picture of this account.'],
  image_url_unreadable: [404, 'Could not read that picture.'],
  image_earlier_gone: [404, `${picturesGone} Send them again.`],
  nsfw: (failure) => [400, 'nsfw', { more: { message: nsfwText(failure) } }],
  moderation_unavailable: [
    503,
    'The content check did not answer. Nothing was charged; try again shortly.',
    retryAfter(retryHintSeconds.moderation),
  ],
  // Not a 5xx: clients retry those automatically, and the result is already paid for.
  result_not_checked: ({ made }) => [422, uncheckedTexts[made]],
  pictures_not_accepted: [
    503,
    'Pictures are not accepted here: no moderation server is configured that could check them. Nothing was charged; describe the model in words instead.',
  ],
  generation_budget_used_up: [
    503,
    `This engine has used up its budget for today. Nothing was charged. ${engineTomorrowAdvice}`,
    retryAfter(retryHintSeconds.budget),
  ],
  generation_off: [503, `${generationOff} Nothing was charged.`],
  engine_switched_off: ({ engine }) => [
    503,
    `${engine} is switched off at the moment. ${otherEngineAdvice} Nothing was charged.`,
  ],
  no_credits: (failure) => [403, 'no_credits', { more: noCredits(failure) }],
  engine_failed: ({ message }) => [502, message],
  generation_interrupted: [502, 'Generation was interrupted and did not finish.'],
  generation_cancelled: [
    409,
    'Cancelled by its owner before an engine was asked. It cost no credits.',
  ],
  generation_continues: ({ jobId }) => [
    504,
    `The generation takes longer than a call may wait. It is still running: read it at /api/generate/status?jobId=${jobId}, and send nothing again.`,
    { more: { jobId } },
  ],
  job_id_required: [400, 'jobId required'],
  job_not_found: [404, 'not found'],
  job_foreign: [403, 'forbidden'],
  retexture_generation_required: [400, 'generationId required'],
  retexture_not_found: [404, 'Generation not found'],
  retexture_unsuitable: [
    422,
    'This model cannot be retextured: only generated models in managed storage can.',
  ],
  draft_set_not_found: [404, 'This account has no set of drafts with that id.'],
  drafts_count: [400, `drafts must be ${draftsInSet}: a set has as many, or leave it out`],
  drafts_and_refinement: [400, 'Send drafts or refineOf, not both.'],
  drafts_queued_only: [
    400,
    'drafts and refineOf are queued: send them to /api/generate/start. Nothing was charged.',
  ],
  refine_not_found: [404, 'This account has no draft with that id.'],
  refine_unsuitable: [
    409,
    'Only a draft that is done and stored can be refined. Nothing was charged.',
  ],
  proxy_url_required: [400, 'url required'],
  account_in_debt: ({ owedCents }) => [
    402,
    checkoutSentences.account_in_debt({ amount: formatDollars(owedCents) }),
  ],
}

function nsfwText({ reason, refused }: Extract<GenerationFailure, { kind: 'nsfw' }>): string {
  if (refused === undefined) return reason
  if (refused === 'picture') return `The content check refused the picture that was made. ${reason}`
  const refusal = `The content check refused the model that was made, and its credits were refunded. ${reason}`
  const next =
    refused === 'lost_model'
      ? 'It could not be stored, so it cannot be delivered.'
      : 'We review it, and deliver it where the check was wrong.'
  return `${refusal} ${next}`
}

const uncheckedTexts: Readonly<Record<MadeKind, string>> = {
  model:
    'The model was made, but the content check could not review it. Its credits were refunded. We will review it and deliver it free of charge unless we find a problem. Do not start it again yet.',
  lost_model:
    'The model was made, but the content check could not review it, and it could not be stored. Its credits were refunded; try again later.',
  picture:
    'The picture was made, but the content check could not review it, so it was not kept. It counts as one of today’s pictures; try again later.',
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
