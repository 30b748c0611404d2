// Failures of color detection, in addition to those of pictures and stored models.

export type ColorFailure =
  /** The body is neither a form nor JSON. */
  | { readonly kind: 'colors_body_unknown' }
  | { readonly kind: 'colors_model_url_missing' }
  /** The model is not a GLB. */
  | { readonly kind: 'colors_model_unsupported' }
  | { readonly kind: 'colors_model_unreadable' }
  /** A GLB without textures, vertex colors or material colors. */
  | { readonly kind: 'colors_model_plain' }
  /** More triangles than the limit for colored files. */
  | { readonly kind: 'colors_model_too_large' }
  | { readonly kind: 'colors_transparent' }
  | { readonly kind: 'image_too_many_pixels' }
  | { readonly kind: 'colors_busy'; readonly retryAfterSeconds: number }
