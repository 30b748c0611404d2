// Refusals and failures of generation, for agents. Exhaustive switch.

import { unreachable } from '../../server/domain/base/result.ts'
import type { GenerationFailure } from '../../server/domain/generation/request/failure.ts'
import { maxPromptCharacters } from '../../server/domain/generation/request/request.ts'
import { formatDollars } from '../../server/domain/pricing/dollars.ts'
import { refused, type ToolOutcome } from '../content.ts'
import { errorCodeOf } from '../error-code.ts'
import { quoteInside } from './foreign-text.ts'

export const generationRefusal = (failure: GenerationFailure): ToolOutcome<never> =>
  refused(sentenceOf(failure), errorCodeOf(failure))

/** Returns why a job ended in error. */
export const jobError = (failure: GenerationFailure): string => sentenceOf(failure)

function sentenceOf(failure: GenerationFailure): string {
  switch (failure.kind) {
    case 'prompt_required':
    case 'generation_body_empty':
      return 'prompt must say what to make. No credits were spent; call again with a prompt.'
    case 'prompt_too_long':
      return `prompt has more than ${maxPromptCharacters} characters. No credits were spent; shorten it and call again.`
    case 'nsfw':
      if (failure.refused === 'lost_model') {
        return `The model that was made was refused by moderation: ${quoteInside(failure.reason)} It could not be stored, so it cannot be delivered. Change the prompt before another try.`
      }
      if (failure.refused !== undefined) {
        return `The model that was made was refused by moderation: ${quoteInside(failure.reason)} Change the prompt before another try. The farm reviews this one, and where the refusal was wrong get_generation reads it as done, for no credits.`
      }
      return `The prompt was refused by moderation: ${quoteInside(failure.reason)} Change the prompt; the same one will be refused again.`
    case 'moderation_unavailable':
      return 'The prompt could not be checked just now, so nothing was generated. Start it again in a few minutes.'
    case 'result_not_checked':
      if (failure.made === 'lost_model') {
        return 'The model was made, but moderation could not review it, and it could not be stored. Start it again later if it is still wanted.'
      }
      return 'The model was made, but moderation could not review it. The farm reviews it, and unless something is wrong with it get_generation reads it as done, for no credits. Do not start it again at once.'
    case 'pictures_not_accepted':
      return 'Pictures are not accepted here, because no moderation server is configured. Nothing was charged; describe the model in words.'
    case 'generation_off':
      return 'Generation is switched off on this server. Nothing was charged, and calling again does not help: send a model file of your own to quote_print instead.'
    case 'engine_switched_off':
      return `${failure.engine} is switched off at the moment. Nothing was charged; ask without an engine, so that another one is chosen.`
    case 'generation_budget_used_up':
      return 'The engine has used up the budget that the farm set for today. Nothing was charged; try again tomorrow.'
    case 'account_in_debt':
      return `The account owes ${formatDollars(failure.owedCents)}, because the payment of a gift card or of credits was reversed after they were spent. It spends no credits until a person has settled that with the farm; calling again does not help.`
    case 'no_credits':
      return `The account has too few generation credits: this needs ${failure.required}, and it has ${failure.available}. A person can buy more on the account page, at /account; then call again.`
    case 'engine_failed':
      return quoteInside(failure.message)
    case 'generation_interrupted':
      return 'Generation was interrupted and did not finish. Start it again with generate_model if it is still wanted.'
    case 'generation_cancelled':
      return 'The generation was cancelled by its owner before an engine was asked. It cost no credits.'
    case 'job_id_required':
    case 'job_not_found':
    case 'job_foreign':
      return 'This account has no generation with that job_id. Compare it with the one that generate_model returned; jobs of other accounts cannot be read.'
    case 'refine_not_found':
      return 'This account has no draft with that id. refine_of takes a job_id of this account; no credits were spent.'
    case 'refine_unsuitable':
      return 'Only a draft that is done and stored can be refined: poll get_generation until it is, or choose another one. No credits were spent.'
    case 'drafts_and_refinement':
      return 'drafts makes new drafts and refine_of refines one: send one of them. No credits were spent.'
    case 'draft_set_not_found':
    case 'drafts_count':
    case 'drafts_queued_only':
    case 'field_unknown':
    case 'generation_json_invalid':
    case 'generation_form_invalid':
    case 'input_mode_invalid':
    case 'image_required':
    case 'image_too_large':
    case 'multiview_count':
    case 'multiview_front_missing':
    case 'multiview_image_too_large':
    case 'image_type_unsupported':
    case 'image_unreadable':
    case 'image_url_foreign':
    case 'image_earlier_gone':
    case 'image_url_unreadable':
    case 'retexture_generation_required':
    case 'retexture_not_found':
    case 'retexture_unsuitable':
    case 'proxy_url_required':
      return 'The request could not be used. generate_model takes a text prompt only; pictures and retexturing are on the website.'
    default:
      return unreachable(failure)
  }
}
