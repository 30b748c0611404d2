// Refusals of pictures, of color detection, and of deleting and cancelling results.

import type { ColorFailure } from '../../domain/colors/failure.ts'
import { downloadGlbAdvice, removedByOperator } from '../../domain/errors/sentences.ts'
import type { CancelFailure } from '../../domain/generation/cancel-generation.ts'
import type { DeletionFailure } from '../../domain/generation/delete-work.ts'
import { maxPixelsText } from '../../domain/generation/request/picture-pixels.ts'
import type { ImageFailure } from '../../domain/images/failure.ts'
import { imageSizes } from '../../domain/images/size.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const imageRefusals: Refusals<
  ColorFailure | ImageFailure | DeletionFailure | CancelFailure
> = {
  colors_body_unknown: [
    400,
    "Expected multipart/form-data with an 'image' field, or JSON with 'modelUrl'.",
  ],
  colors_model_url_missing: [400, 'modelUrl required'],
  colors_model_unsupported: [
    415,
    'Colors are read from GLB models only. Send a GLB, or a picture of the part.',
  ],
  colors_model_unreadable: [422, 'That GLB is damaged or incomplete. Export it again.'],
  colors_model_too_large: [
    422,
    `That model has too many triangles to be painted. ${downloadGlbAdvice}`,
  ],
  colors_model_plain: [
    422,
    'That model has no colors: neither textures nor colored vertices or materials.',
  ],
  colors_transparent: [422, 'Nothing in it is visible: everything is transparent.'],
  image_too_many_pixels: [
    400,
    `image has too many pixels (max ${maxPixelsText}). Send a smaller one.`,
  ],
  colors_busy: ({ retryAfterSeconds }) => [
    503,
    'Too many pictures are being read right now. Try again shortly.',
    retryAfter(retryAfterSeconds),
  ],
  deletion_not_found: [404, 'Nothing of this account has that address or id.'],
  deletion_running: [409, 'This generation has not ended. Delete it when it has.'],
  deletion_taken_down: [409, removedByOperator],
  cancel_not_found: [404, 'This account has no generation with that id.'],
  cancel_too_late: [
    409,
    'An engine is already making this model and has to be paid, so it can no longer be cancelled.',
  ],
  cancel_ended: [409, 'This generation has ended already.'],
  image_size_unknown: [400, `size must be one of ${imageSizes.join(', ')}`],
  images_switched_off: [
    503,
    'Pictures are not drawn or changed at the moment: an operator has turned that off. Nothing was charged.',
  ],
  image_not_stored: [502, 'Could not store the picture. Try again.'],
}
