// Refusals of the gallery (decisions.md 41).
import { unreachable } from '../../domain/base/result.ts'
import type { GalleryFailure } from '../../domain/gallery/failure.ts'
import { maxTitleCharacters } from '../../domain/gallery/publish.ts'

type Refusal = {
  readonly status: number
  readonly error: string
  readonly headers?: Record<string, string>
}

export function galleryRefusal(failure: GalleryFailure): Refusal {
  switch (failure.kind) {
    case 'gallery_generation_required':
      return { status: 400, error: 'generationId required' }
    case 'gallery_generation_not_found':
      return { status: 404, error: 'Generation not found' }
    case 'gallery_title_invalid':
      return { status: 400, error: `title must have 1 to ${maxTitleCharacters} characters.` }
    case 'gallery_title_refused':
      return {
        status: 400,
        error: `This title cannot be published. ${failure.reason} Nothing was published.`,
      }
    case 'gallery_moderation_unavailable':
      return {
        status: 503,
        error: 'The content check did not respond. Nothing was published; try again shortly.',
        headers: { 'retry-after': '30' },
      }
    case 'gallery_model_unsuitable':
      return {
        status: 422,
        error: 'Only models that are stored here and can be ordered can be published.',
      }
    case 'gallery_already_published':
      return { status: 409, error: 'This model is in the gallery already.' }
    case 'gallery_taken_down':
      return {
        status: 403,
        error:
          'The print farm took this model out of the gallery, so it cannot be published again.',
      }
    case 'gallery_entry_not_found':
      return { status: 404, error: 'Gallery entry not found' }
    case 'gallery_entry_gone':
      return {
        status: 410,
        error:
          failure.by === 'owner'
            ? 'This model was withdrawn from the gallery by its owner.'
            : 'The print farm took this model out of the gallery.',
      }
    case 'gallery_reason_required':
      return { status: 400, error: 'Enter a reason; it is logged.' }
    default:
      return unreachable(failure)
  }
}
