// What an order may choose.
import type { LengthUnit } from '../models/format.ts'

export type Material = 'pla' | 'petg' | 'abs' | 'asa' | 'tpu'

export type Quality = 'standard' | 'premium'

export type NozzleFlow = 'standard' | 'high'

/** Print settings after defaults and clamps. `color` is the stored word: a stock name, the caller's own, or `Default`. */
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
