// The print settings of an order, and the values that each can have.
import type { LengthUnit } from '../models/format.ts'

export type Material = 'pla' | 'petg' | 'abs' | 'asa' | 'tpu'

export type Quality = 'standard' | 'premium'

export const nozzleFlows = ['standard', 'high'] as const
export type NozzleFlow = (typeof nozzleFlows)[number]
/** Throughput of a high-flow nozzle relative to a standard one, as a fraction for exact prices. */
export const highFlow = { times: 8, per: 5 } as const

/** In mm. */
export const nozzleDiametersMm = [0.2, 0.4, 0.6, 0.8] as const
export type NozzleDiameterMm = (typeof nozzleDiametersMm)[number]

/** Number of parts. */
export const quantityRange = { min: 1, max: 50 } as const
/** In percent. */
export const infillRange = { min: 10, max: 100 } as const
/** Layer height in percent of the nozzle diameter. */
export const layerHeightPercentRange = { min: 20, max: 75 } as const

type Range = { readonly min: number; readonly max: number }

/** Formats a range for messages: `1 to 50`. */
export const rangeText = ({ min, max }: Range): string => `${min} to ${max}`
/** Formats a range for short field descriptions: `10-100`. */
export const spanText = ({ min, max }: Range): string => `${min}-${max}`

/** In characters (code points). Longer text is cut. */
export const maxNoteCharacters = 1000
/** In characters (code points). Longer text is cut. */
export const maxColorCharacters = 64

/** The recorded color of an order that states none. */
export const noColor = 'Default'

/** Whether an order of this color can be printed in any. */
export const isAnyColor = (color: string): boolean => color.toLowerCase() === noColor.toLowerCase()

/** The recorded infill of an already-sliced file, regardless of the request. */
export const slicedFileInfill = 100

/** Print settings after defaults and clamping. `color` is a stock color name, the caller's text, or `Default`. */
export type PrintOptions = {
  readonly material: Material
  readonly quality: Quality
  readonly quantity: number
  readonly color: string
  readonly infill: number
  readonly nozzleDiameter: number
  readonly nozzleFlow: NozzleFlow
  readonly layerHeight: number
  readonly note: string | null
  readonly units: LengthUnit | null
}

/** The settings of an order that states none (contract.md 4.2). */
export const defaultPrintOptions = {
  material: 'pla',
  quality: 'standard',
  quantity: 1,
  color: noColor,
  infill: 20,
  nozzleDiameter: 0.4,
  nozzleFlow: 'standard',
  layerHeight: 0.2,
  note: null,
  units: null,
} as const satisfies PrintOptions
