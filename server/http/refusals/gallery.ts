// Refusals of the gallery (decisions.md 41).

import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import { unsuitableForGallery } from '../../domain/errors/sentences.ts'
import type { GalleryFailure } from '../../domain/gallery/failure.ts'
import { maxTitleCharacters } from '../../domain/gallery/publish.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const galleryRefusals: Refusals<GalleryFailure> = {
  gallery_generation_required: [400, 'generationId required'],
  gallery_generation_not_found: [404, 'Generation not found'],
  gallery_title_invalid: [400, `title must have 1 to ${maxTitleCharacters} characters.`],
  gallery_title_refused: ({ reason }) => [
    400,
    `This title cannot be published. ${reason} Nothing was published.`,
  ],
  gallery_picture_refused: ({ reason }) => [
    400,
    `This model cannot be published. ${reason} Nothing was published.`,
  ],
  gallery_moderation_unavailable: [
    503,
    'The content check did not respond. Nothing was published; try again shortly.',
    retryAfter(retryHintSeconds.moderation),
  ],
  gallery_model_unsuitable: [422, unsuitableForGallery],
  gallery_already_published: [409, 'This model is in the gallery already.'],
  gallery_taken_down: [
    403,
    'The print farm removed this model from the gallery, so it cannot be published again.',
  ],
  gallery_entry_not_found: [404, 'Gallery entry not found'],
  gallery_entry_gone: ({ by }) => [
    410,
    by === 'owner'
      ? 'This model was withdrawn from the gallery by its owner.'
      : 'The print farm removed this model from the gallery.',
  ],
  gallery_report_empty: [400, 'Say what is wrong with this model.'],
  gallery_reason_required: [400, 'Enter a reason; it is logged.'],
}
