// Failures of pictures, in addition to those of generations.
export type ImageFailure =
  | { readonly kind: 'image_size_unknown' }
  /** Operators have disabled the image model. */
  | { readonly kind: 'images_switched_off' }
  /** The picture was made but could not be stored, and no link to it remains. */
  | { readonly kind: 'image_not_stored' }
