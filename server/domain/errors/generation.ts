// Codes of generated models, of pictures and of the gallery.
import type { Advice } from './advice.ts'

export const generationErrors = {
  generation_body_empty: [
    'The request has no body.',
    'Send JSON with a `prompt`, or a form with pictures.',
  ],
  prompt_required: ['The prompt is missing or empty.', 'Say in `prompt` what to make.'],
  prompt_too_long: ['The prompt is too long.', 'Shorten it to its limit, which the sentence has.'],
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
  image_type_unsupported: ['The picture is not of a type that is read.', 'Send PNG, JPEG or WebP.'],
  image_unreadable: ['The picture is damaged or incomplete.', 'Save it again as PNG or JPEG.'],
  image_url_foreign: [
    'The address is not that of a picture of this account.',
    'Send an address that the service returned to this account.',
  ],
  image_url_unreadable: [
    'The stored picture could not be read. It may have been deleted.',
    'Send the picture itself.',
  ],
  image_earlier_gone: [
    'The pictures of that generation are not kept any more.',
    'Send them again.',
  ],
  image_size_unknown: [
    'There is no such size of a picture.',
    'Send one of the sizes in the sentence.',
  ],
  images_switched_off: [
    'Operators have turned off drawing and changing pictures. Nothing was charged.',
    'Send a photo, or describe the model in words.',
  ],
  image_not_stored: ['The picture was made and could not be stored.', 'Try again.'],
  multiview_count: [
    'Several views need another number of pictures.',
    'Send as many as the sentence says.',
  ],
  multiview_front_missing: [
    'Several views need the front.',
    'Send it as `front`, or as the first of `images`.',
  ],
  nsfw: [
    'The content check refused the prompt, the picture, or what was made of them. `message` has the reason. No credits were spent, or they were given back.',
    'Change the prompt or the picture; the same will be refused again. Operators look at a refused model that was stored: where the check was wrong, its generation is done later, for no credits.',
  ],
  moderation_unavailable: [
    'The content check did not respond. Nothing was charged or published.',
    'Try again after `Retry-After`.',
  ],
  result_not_checked: [
    'The model or the picture was made, and the content check did not look at it. The credits of a model were given back.',
    'Do not start it again at once. Operators look at a model that was stored, and deliver it for no credits: read its generation later. A picture is not kept.',
  ],
  pictures_not_accepted: [
    'This server has no content check for pictures. Nothing was charged.',
    'Describe the model in words.',
  ],
  generation_budget_used_up: [
    'The engine has used up the budget that the farm gave it today. Nothing was charged.',
    'Choose another engine, or try again tomorrow.',
  ],
  generation_off: [
    'This server does not generate models. Nothing was charged.',
    'Upload a model of your own. Trying again does not help.',
  ],
  engine_switched_off: [
    'The chosen engine is switched off. Nothing was charged.',
    'Leave `engine` at `auto`, or choose another one.',
  ],
  no_credits: [
    'The account has too few credits. `creditsRequired` and `creditsAvailable` have the numbers.',
    'Buy credits on the account page.',
  ],
  engine_failed: [
    'The engine failed or took too long. Its credits were given back.',
    'Try again, with a simpler prompt or another picture.',
  ],
  generation_interrupted: [
    'The generation was interrupted. Its credits were given back.',
    'Start it again.',
  ],
  generation_cancelled: [
    'Its owner cancelled the generation before it began. It cost nothing.',
    'Start it again if it is still wanted.',
  ],
  generation_continues: [
    'The generation takes longer than a call may wait, and goes on.',
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
  retexture_unsuitable: [
    'Only generated models that are stored here can get another texture.',
    'Choose such a model.',
  ],
  draft_set_not_found: [
    'The account has no set of drafts with this id.',
    'Take the id from the response to the start.',
  ],
  drafts_count: ['A set of drafts has a fixed number.', 'Send that number, or leave `drafts` out.'],
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
    'Nothing of the account has this address or id. It may be deleted already.',
    'List what the account has.',
  ],
  deletion_running: [
    'The generation has not ended. Nothing was deleted.',
    'Delete it when it has.',
  ],
  deletion_taken_down: [
    'An operator took the model out of the gallery, so its owner cannot delete it.',
    'Ask support to delete it.',
  ],
  cancel_not_found: [
    'The account has no generation with this id.',
    'Compare the id with the one that the start returned.',
  ],
  cancel_too_late: [
    'An engine works on the model already and has to be paid.',
    'Wait for the result.',
  ],
  cancel_ended: ['The generation has ended already.', 'Read its result.'],
  gallery_title_invalid: ['The title is missing or too long.', 'Send a short title.'],
  gallery_content_refused: [
    'The content check refused the title or the model. Nothing was published.',
    'Choose another title or model.',
  ],
  gallery_model_unsuitable: [
    'Only models that are stored here and can be ordered can be published.',
    'Choose such a model.',
  ],
  gallery_already_published: ['The model is in the gallery already.', 'Use its entry.'],
  gallery_taken_down: [
    'The print farm took the model out of the gallery.',
    'It cannot be published again. Write to us if you think that this is wrong.',
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
