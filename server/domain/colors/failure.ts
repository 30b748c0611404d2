// Refusals of color detection, besides those of pictures and stored models.

export type ColorFailure =
  /** The body is neither a form nor JSON. */
  | { readonly kind: 'colors_body_unknown' }
  | { readonly kind: 'colors_model_url_missing' }
  /** The model is no GLB. */
  | { readonly kind: 'colors_model_unsupported' }
  | { readonly kind: 'colors_model_unreadable' }
  /** A GLB without textures, vertex colors and material colors. */
  | { readonly kind: 'colors_model_plain' }
  /** More triangles than are written with their colors. */
  | { readonly kind: 'colors_model_too_large' }
  | { readonly kind: 'colors_transparent' }
  | { readonly kind: 'image_too_many_pixels' }
  | { readonly kind: 'colors_busy'; readonly retryAfterSeconds: number }
