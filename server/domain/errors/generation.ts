// Error codes of generated models, pictures and the gallery.

import type { Advice } from './advice.ts'
import {
  engineTomorrowAdvice,
  pictureNotStored,
  picturesGone,
  unsuitableForGallery,
} from './sentences.ts'

export const generationErrors = {
  generation_body_empty: [
    'The request has no body.',
    'Send JSON with a `prompt`, or a form with pictures.',
  ],
  prompt_required: ['The prompt is missing or empty.', 'Describe the model in `prompt`.'],
  prompt_too_long: ['The prompt is too long.', 'Shorten it to the limit in the message.'],
  input_mode_invalid: [
    'There is no such input mode.',
    'Send `text`, `image`, `image_text` or `multiview`.',
  ],
  image_required: [
    'The input mode needs a picture, and none was sent.',
    'Send `image` as a file part.',
  ],
  image_too_large: ['A picture is larger than its limit.', 'Send a smaller file.'],
  image_too_many_pixels: ['A picture has too many pixels.', 'Scale it down.'],
  image_type_unsupported: ['The picture has an unsupported type.', 'Send PNG, JPEG or WebP.'],
  image_unreadable: ['The picture is damaged or incomplete.', 'Save it again as PNG or JPEG.'],
  image_url_foreign: [
    'The address does not lead to a picture of this account.',
    'Send an address that the service returned to this account.',
  ],
  image_url_unreadable: [
    'The stored picture could not be read. It may have been deleted.',
    'Send the picture itself.',
  ],
  image_earlier_gone: [picturesGone, 'Send them again.'],
  image_size_unknown: [
    'This picture size is not available.',
    'Send one of the sizes in the message.',
  ],
  images_switched_off: [
    'Operators have disabled drawing and editing pictures. Nothing was charged.',
    'Send a photo, or describe the model in words.',
  ],
  image_not_stored: [pictureNotStored, 'Try again.'],
  multiview_count: [
    'Several views require a different number of pictures.',
    'Send the number in the message.',
  ],
  multiview_front_missing: [
    'Several views require the front view.',
    'Send it as `front`, or as the first of `images`.',
  ],
  nsfw: [
    'The content check refused the prompt, the picture, or the result. `message` states the reason. No credits were spent, or they were refunded.',
    'Change the prompt or the picture; the same input is refused again. Operators review a refused model that was stored. If the check was wrong, its generation is completed later at no cost.',
  ],
  moderation_unavailable: [
    'The content check did not respond. Nothing was charged or published.',
    'Try again after `Retry-After`.',
  ],
  result_not_checked: [
    'The model or the picture was made, but the content check could not review it. The credits of a model were refunded.',
    'Do not start it again immediately. Operators review a model that was stored, and deliver it at no cost: read its generation later. A picture is discarded.',
  ],
  pictures_not_accepted: [
    'This server has no content check for pictures. Nothing was charged.',
    'Describe the model in words.',
  ],
  generation_budget_used_up: [
    'The engine’s daily budget is used up. Nothing was charged.',
    engineTomorrowAdvice,
  ],
  generation_off: [
    'This server does not generate models. Nothing was charged.',
    'Upload your own model. Retrying does not help.',
  ],
  engine_switched_off: [
    'The selected engine is disabled. Nothing was charged.',
    'Send `auto` as `engine`, or select another one.',
  ],
  no_credits: [
    'The account has too few credits. `creditsRequired` and `creditsAvailable` state the numbers.',
    'Buy credits on the account page.',
  ],
  engine_failed: [
    'The engine failed or took too long. Its credits were refunded.',
    'Try again, with a simpler prompt or another picture.',
  ],
  generation_interrupted: [
    'The generation was interrupted. Its credits were refunded.',
    'Start it again.',
  ],
  generation_cancelled: [
    'The owner cancelled the generation before it began. It cost nothing.',
    'Start it again if it is still needed.',
  ],
  generation_continues: [
    'The generation takes longer than the maximum duration of a call, and continues.',
    'Read it by its `jobId`. Do not send it again, which would cost credits again.',
  ],
  job_id_required: ['The id of the generation is missing.', 'Send `jobId`.'],
  job_not_found: [
    'There is no generation with this id, or it is too old.',
    'Compare the id with the one that the start returned.',
  ],
  job_foreign: [
    'The generation belongs to another account.',
    'Use the credential of the account that started it.',
  ],
  generation_id_required: ['The id of the generation is missing.', 'Send `generationId`.'],
  generation_not_found: [
    'The account has no generation with this id, or it has no model.',
    'Take the `generationId` from the result of the generation.',
  ],
  retexture_unsuitable: ['Only stored generated models can be retextured.', 'Choose such a model.'],
  draft_set_not_found: [
    'The account has no set of drafts with this id.',
    'Take the id from the response to the start.',
  ],
  drafts_count: ['A set of drafts has a fixed size.', 'Send that number, or omit `drafts`.'],
  drafts_and_refinement: [
    '`drafts` makes new drafts and `refineOf` refines one.',
    'Send one of them.',
  ],
  drafts_queued_only: [
    'Drafts and refinements run in the queue. Nothing was charged.',
    'Send them to `/api/generate/start`.',
  ],
  refine_not_found: [
    'The account has no draft with this id.',
    'Send the id of a draft of this account.',
  ],
  refine_unsuitable: [
    'The draft is not done or not stored. Nothing was charged.',
    'Wait until it is done, or choose another draft.',
  ],
  deletion_not_found: [
    'The account has nothing with this address or id. It may already be deleted.',
    'List the account’s models and pictures.',
  ],
  deletion_running: [
    'The generation has not ended. Nothing was deleted.',
    'Delete it when it has ended.',
  ],
  deletion_taken_down: [
    'An operator removed the model from the gallery, so its owner cannot delete it.',
    'Ask support to delete it.',
  ],
  cancel_not_found: [
    'The account has no generation with this id.',
    'Compare the id with the one that the start returned.',
  ],
  cancel_too_late: [
    'An engine is already working on the model and must be paid.',
    'Wait for the result.',
  ],
  cancel_ended: ['The generation has already ended.', 'Read its result.'],
  gallery_title_invalid: ['The title is missing or too long.', 'Send a short title.'],
  gallery_content_refused: [
    'The content check refused the title or the model. Nothing was published.',
    'Choose another title or model.',
  ],
  gallery_model_unsuitable: [unsuitableForGallery, 'Choose such a model.'],
  gallery_already_published: ['The model is already in the gallery.', 'Use its entry.'],
  gallery_taken_down: [
    'The print farm removed the model from the gallery.',
    'It cannot be published again. Contact us if you think that this is wrong.',
  ],
  gallery_entry_not_found: [
    'There is no such entry in the gallery.',
    'Take the id from the list of the gallery.',
  ],
  gallery_entry_gone: [
    'The entry was withdrawn by its owner or taken down by the farm.',
    'Remove the link to it.',
  ],
} as const satisfies Readonly<Record<string, Advice>>
