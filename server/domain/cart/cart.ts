// A cart: quantities of stored models with print options, priced together (decisions.md 37).

import type { PrintOptions } from '../catalog/options.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import type { ModelFailure } from '../models/failure.ts'
import type { StoredModel } from '../models/ports.ts'
import type { OrderFailure } from '../orders/failure.ts'
import type { NewLine } from '../orders/record/order-lines.ts'

/** Maximum number of lines of a cart, an order and a basket. */
export const maxLines = 50

/** A line as the caller sends it, with unchecked texts and numbers. */
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
  /** The line price that the caller saw, in cents. */
  readonly expectedCents?: number | undefined
}

/** A line whose model is known and whose options are valid. */
export type CartPart = {
  readonly file: StoredModel
  readonly options: PrintOptions
  readonly expectedCents: number | null
  /** Whether the model comes from the gallery instead of the buyer's models. */
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
      /** Explains how the volume was measured, if necessary. */
      readonly volumeNotes: readonly string[]
      readonly isFromGallery: boolean
      /** Whether the price differs from the price that the caller saw. */
      readonly hasChanged: boolean
    }
  | { readonly kind: 'refused'; readonly refusal: LineRefusal }

export type PricedCart = {
  /** In request order. */
  readonly lines: readonly PricedLine[]
  /** Sum over the lines that can be ordered; 0 if there are none. */
  readonly printCents: number
  /** Charged once per parcel. */
  readonly shippingCents: number
  readonly totalCents: number
  /** null unless the request has a gift card. */
  readonly gift: { readonly balanceCents: number; readonly shareCents: number } | null
  /** Amount left to pay. */
  readonly dueCents: number
}
