// Refusals of pictures, besides those of generations.
export type ImageFailure =
  | { readonly kind: 'image_size_unknown' }
  /** Operators have turned the image model off. */
  | { readonly kind: 'images_switched_off' }
  /** The picture was made but could not be stored, and no link to it is left. */
  | { readonly kind: 'image_not_stored' }
