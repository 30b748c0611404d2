// Refusals and failures of generation, for agents.

import type { GenerationFailure } from '../../server/domain/generation/request/failure.ts'
import { maxPromptCharacters } from '../../server/domain/generation/request/request.ts'
import { formatDollars } from '../../server/domain/pricing/dollars.ts'
import { refuse, type ToolOutcome } from '../content.ts'
import { errorCodeOf } from '../error-code.ts'
import { quoteInside } from './foreign-text.ts'
import { type Sentences, sentenceFrom } from './sentences.ts'

const promptMissing =
  'prompt must say what to make. No credits were spent; call again with a prompt.'
const jobUnknown =
  'This account has no generation with that job_id. Compare it with the one that generate_model returned; jobs of other accounts cannot be read.'
/** Refusals of pictures, retexturing and sets of drafts, for which the tool has no arguments. */
const unusableRequest =
  'The request could not be used. generate_model takes a text prompt only; pictures and retexturing are on the website.'

const sentences: Sentences<GenerationFailure> = {
  prompt_required: promptMissing,
  generation_body_empty: promptMissing,
  prompt_too_long: `prompt has more than ${maxPromptCharacters} characters. No credits were spent; shorten it and call again.`,
  nsfw({ refused: made, reason }) {
    const words = quoteInside(reason)
    if (made === undefined) {
      return `The prompt was refused by moderation: ${words} Change the prompt; the same one will be refused again.`
    }
    return made === 'lost_model'
      ? `The model that was made was refused by moderation: ${words} It could not be stored, so it cannot be delivered. Change the prompt before another try.`
      : `The model that was made was refused by moderation: ${words} Change the prompt before another try. The farm reviews this one, and where the refusal was wrong get_generation reads it as done, for no credits.`
  },
  moderation_unavailable:
    'The prompt could not be checked just now, so nothing was generated. Start it again in a few minutes.',
  result_not_checked: ({ made }) =>
    made === 'lost_model'
      ? 'The model was made, but moderation could not review it, and it could not be stored. Start it again later if it is still wanted.'
      : 'The model was made, but moderation could not review it. The farm reviews it, and unless something is wrong with it get_generation reads it as done, for no credits. Do not start it again at once.',
  pictures_not_accepted:
    'Pictures are not accepted here, because no moderation server is configured. Nothing was charged; describe the model in words.',
  generation_off:
    'Generation is switched off on this server. Nothing was charged, and calling again does not help: send a model file of your own to quote_print instead.',
  engine_switched_off: ({ engine }) =>
    `${engine} is switched off at the moment. Nothing was charged; ask without an engine, so that another one is chosen.`,
  generation_budget_used_up:
    'The engine has used up the budget that the farm set for today. Nothing was charged; try again tomorrow.',
  account_in_debt: ({ owedCents }) =>
    `The account owes ${formatDollars(owedCents)}, because the payment of a gift card or of credits was reversed after they were spent. It spends no credits until a person has settled that with the farm; calling again does not help.`,
  no_credits: ({ required, available }) =>
    `The account has too few generation credits: this needs ${required}, and it has ${available}. A person can buy more on the account page, at /account; then call again.`,
  engine_failed: ({ message }) => quoteInside(message),
  generation_interrupted:
    'Generation was interrupted and did not finish. Start it again with generate_model if it is still wanted.',
  generation_cancelled:
    'The generation was cancelled by its owner before an engine was asked. It cost no credits.',
  job_id_required: jobUnknown,
  job_not_found: jobUnknown,
  job_foreign: jobUnknown,
  refine_not_found:
    'This account has no draft with that id. refine_of takes a job_id of this account; no credits were spent.',
  refine_unsuitable:
    'Only a draft that is done and stored can be refined: poll get_generation until it is, or choose another one. No credits were spent.',
  drafts_and_refinement:
    'drafts makes new drafts and refine_of refines one: send one of them. No credits were spent.',
  draft_set_not_found: unusableRequest,
  drafts_count: unusableRequest,
  drafts_queued_only: unusableRequest,
  field_unknown: unusableRequest,
  generation_json_invalid: unusableRequest,
  generation_form_invalid: unusableRequest,
  input_mode_invalid: unusableRequest,
  image_required: unusableRequest,
  image_too_large: unusableRequest,
  multiview_count: unusableRequest,
  multiview_front_missing: unusableRequest,
  multiview_image_too_large: unusableRequest,
  image_type_unsupported: unusableRequest,
  image_unreadable: unusableRequest,
  image_url_foreign: unusableRequest,
  image_earlier_gone: unusableRequest,
  image_url_unreadable: unusableRequest,
  retexture_generation_required: unusableRequest,
  retexture_not_found: unusableRequest,
  retexture_unsuitable: unusableRequest,
  proxy_url_required: unusableRequest,
}

export const generationRefusal = (failure: GenerationFailure): ToolOutcome<never> =>
  refuse(jobError(failure), errorCodeOf(failure))

/** Returns why a job ended in error. */
export const jobError = (failure: GenerationFailure): string => sentenceFrom(sentences, failure)
