// Refusals of the gallery, besides those of the model and its measurement.

export type GalleryFailure =
  | { readonly kind: 'gallery_generation_required' }
  | { readonly kind: 'gallery_generation_not_found' }
  | { readonly kind: 'gallery_title_invalid' }
  /** Refused by moderation; `reason` is for the caller. */
  | { readonly kind: 'gallery_title_refused'; readonly reason: string }
  /** The picture of the model was refused by moderation. */
  | { readonly kind: 'gallery_picture_refused'; readonly reason: string }
  /** The moderation server did not respond. */
  | { readonly kind: 'gallery_moderation_unavailable' }
  /** The generation has no stored model, or one of a format that cannot be ordered. */
  | { readonly kind: 'gallery_model_unsuitable' }
  | { readonly kind: 'gallery_already_published' }
  | { readonly kind: 'gallery_taken_down' }
  | { readonly kind: 'gallery_entry_not_found' }
  /** It was in the gallery earlier. */
  | { readonly kind: 'gallery_entry_gone'; readonly by: 'owner' | 'operator' }
  | { readonly kind: 'gallery_reason_required' }
  /** A report without words. */
  | { readonly kind: 'gallery_report_empty' }
