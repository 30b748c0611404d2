// A cart: parts of stored models with their print options, priced together (decisions.md 37).

import type { PrintOptions } from '../catalog/options.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import type { ModelFailure } from '../models/failure.ts'
import type { StoredModel } from '../models/ports.ts'
import type { OrderFailure } from '../orders/failure.ts'
import type { NewLine } from '../orders/order-lines.ts'

/** Limit for a cart, an order and a basket. */
export const maxLines = 50

/** A line as a caller sends it: words and numbers that are not checked yet. */
export type CartItem = {
  readonly modelUrl: string
  readonly material?: string | undefined
  readonly quality?: string | undefined
  readonly color?: string | null | undefined
  readonly quantity?: number | undefined
  readonly infill?: number | undefined
  readonly layerHeight?: number | undefined
  readonly nozzleDiameter?: number | undefined
  readonly nozzleFlow?: string | undefined
  readonly units?: string | null | undefined
  /** The price of the line that the caller saw, in cents. */
  readonly expectedCents?: number | undefined
}

/** A line whose model is known and whose options are valid. */
export type CartPart = {
  readonly file: StoredModel
  readonly options: PrintOptions
  readonly expectedCents: number | null
  /** The model is one of the gallery, and not the buyer's own. */
  readonly isFromGallery: boolean
}

/** Why a line cannot be ordered; the other lines are not affected. */
export type LineRefusal =
  | ModelFailure
  | MeasurementFailure
  | Extract<OrderFailure, { kind: 'order_material_unknown' | 'order_quality_unknown' }>
  | { readonly kind: 'cart_quantity_invalid' }
  | { readonly kind: 'cart_model_withdrawn' }

export type PricedLine =
  | {
      readonly kind: 'priced'
      readonly line: NewLine
      /** How the volume was measured, where that needs explaining. */
      readonly volumeNotes: readonly string[]
      readonly isFromGallery: boolean
      /** The price differs from the one that the caller saw. */
      readonly changed: boolean
    }
  | { readonly kind: 'refused'; readonly refusal: LineRefusal }

export type PricedCart = {
  /** In the order of the request. */
  readonly lines: readonly PricedLine[]
  /** Sums over the lines that can be ordered; 0 when there is none. */
  readonly printCents: number
  /** Once for the parcel. */
  readonly shippingCents: number
  readonly totalCents: number
  /** Null unless a gift card was sent. */
  readonly gift: { readonly balanceCents: number; readonly shareCents: number } | null
  /** What is left to pay. */
  readonly dueCents: number
}
