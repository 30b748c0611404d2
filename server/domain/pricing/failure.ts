// Failures of the bounding-box estimate.

export type PriceFailure =
  | { readonly kind: 'price_bbox_invalid' }
  | { readonly kind: 'price_too_large' }
  | { readonly kind: 'price_material_unknown'; readonly value: string }
  | { readonly kind: 'price_quality_unknown'; readonly value: string }
  /** The quantity is not a number, for example a number as text. */
  | { readonly kind: 'price_quantity_invalid' }
