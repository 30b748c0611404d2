// The machine time of a part, for plans: what a slicer stated, else the estimate of its model (decisions.md 53). Prices never depend on it.
import type { PrintOptions } from '../catalog/options.ts'
import type { MeasurementDeps } from '../measurement/ports.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import type { StoredModel } from '../models/ports.ts'
import type { Measurement } from '../models/report.ts'
import type { OrderPrice } from '../pricing/price.ts'
import { copiesInBuildVolume, plannedSeconds } from './plates.ts'
import { type PrintTimes, plateSeconds, timesOfEstimate, timesOfPart } from './print-times.ts'

export type EstimateReads = {
  readonly printEstimates: Pick<MeasurementDeps['printEstimates'], 'read'>
}

/** Times of plates with the part, as its model was estimated; null when it was not. */
export async function estimatedTimes(
  { printEstimates }: EstimateReads,
  { sha256, format }: Pick<StoredModel, 'sha256' | 'format'>,
  options: PrintOptions,
): Promise<PrintTimes | null> {
  if (format === 'gcode') return null
  const settings = sliceSettings(options)
  const kept = await printEstimates.read({ sha256, format, units: options.units, settings })
  return kept?.kind === 'estimated' ? timesOfEstimate(kept) : null
}

/** The hours of the price: those of a sliced file are what it states, those of a mesh stand in until it is estimated. */
export const pricedTimes = ({
  hoursHundredthsPerPart,
}: Pick<OrderPrice, 'hoursHundredthsPerPart'>): PrintTimes =>
  timesOfPart(hoursHundredthsPerPart * 36)

export type PartToPlan = {
  readonly file: Pick<StoredModel, 'sha256' | 'format'>
  readonly options: PrintOptions
  readonly price: Pick<OrderPrice, 'hoursHundredthsPerPart'>
  /** Dimensions of the mesh; null of a sliced file. */
  readonly sizeMm: readonly [number, number, number] | null
}

/** Seconds of all its copies on their default plates; null until the model is estimated. */
export async function knownSeconds(
  deps: EstimateReads,
  { file, options, price, sizeMm }: PartToPlan,
): Promise<number | null> {
  if (sizeMm === null) return pricedSeconds({ options, price })
  const times = await estimatedTimes(deps, file, options)
  if (times === null) return null
  const part = { kind: 'model', copies: copiesInBuildVolume(sizeMm) } as const
  return plannedSeconds(options.quantity, part, times)
}

/** Seconds of all its copies by the hours of its price, one after the other. */
export const pricedSeconds = ({ options, price }: Pick<PartToPlan, 'options' | 'price'>): number =>
  Math.round(plateSeconds(pricedTimes(price), options.quantity))

export const sizeToPlan = (measured: Measurement): PartToPlan['sizeMm'] =>
  measured.kind === 'mesh' ? measured.report.dimensionsMm : null
