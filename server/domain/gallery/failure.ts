// Failures of the gallery, in addition to those of the model and its measurement.

export type GalleryFailure =
  | { readonly kind: 'gallery_generation_required' }
  | { readonly kind: 'gallery_generation_not_found' }
  | { readonly kind: 'gallery_title_invalid' }
  /** Moderation refused the title; `reason` is for the caller. */
  | { readonly kind: 'gallery_title_refused'; readonly reason: string }
  /** Moderation refused the picture of the model. */
  | { readonly kind: 'gallery_picture_refused'; readonly reason: string }
  /** The moderation server did not respond. */
  | { readonly kind: 'gallery_moderation_unavailable' }
  /** The generation has no stored model, or its format cannot be ordered. */
  | { readonly kind: 'gallery_model_unsuitable' }
  | { readonly kind: 'gallery_already_published' }
  | { readonly kind: 'gallery_taken_down' }
  | { readonly kind: 'gallery_entry_not_found' }
  /** The entry has left the gallery. */
  | { readonly kind: 'gallery_entry_gone'; readonly by: 'owner' | 'operator' }
  | { readonly kind: 'gallery_reason_required' }
  /** A report without text. */
  | { readonly kind: 'gallery_report_empty' }
