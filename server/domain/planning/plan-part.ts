// The machine time of a part, for plans: what a slicer stated, else the estimate of its model as it is printed (decisions.md 53). Prices
// never depend on it.
import { secondsOfCentihours } from '../base/centihours.ts'
import type { PrintOptions } from '../catalog/options.ts'
import type { MeasurementDeps } from '../measurement/ports.ts'
import type { Estimated } from '../measurement/processing.ts'
import { sliceSettings } from '../measurement/slice-settings.ts'
import { type PartSupports, printedSides, supportsOf } from '../measurement/supports.ts'
import type { StoredModel } from '../models/ports.ts'
import type { Measurement } from '../models/report.ts'
import type { OrderPrice } from '../pricing/price.ts'
import { copiesInBuildVolume, plannedSeconds } from './plates.ts'
import { type PrintTimes, plateSeconds, timesOfEstimate, timesOfPart } from './print-times.ts'

export type EstimateReads = {
  readonly printEstimates: Pick<MeasurementDeps['printEstimates'], 'read'>
}

/** The estimate of a line's model; null when it was not estimated. */
export async function storedEstimate(
  { printEstimates }: EstimateReads,
  { sha256, format }: Pick<StoredModel, 'sha256' | 'format'>,
  options: PrintOptions,
): Promise<Estimated | null> {
  if (format === 'gcode') return null
  const settings = sliceSettings(options)
  const kept = await printEstimates.read({ sha256, format, units: options.units, settings })
  return kept?.kind === 'estimated' ? kept : null
}

/** The hours of the price: those of a sliced file are what it states, those of a mesh stand in until it is estimated. */
export const pricedTimes = ({
  centihoursPerPart,
}: Pick<OrderPrice, 'centihoursPerPart'>): PrintTimes =>
  timesOfPart(secondsOfCentihours(centihoursPerPart))

export type PartToPlan = {
  readonly file: Pick<StoredModel, 'sha256' | 'format'>
  readonly options: PrintOptions
  readonly price: Pick<OrderPrice, 'centihoursPerPart'>
  /** Dimensions of the mesh; null of a sliced file. */
  readonly sizeMm: readonly [number, number, number] | null
}

export type PartPlan = {
  /** Machine time of all its copies on their default plates; null until the model is estimated. */
  readonly plannedSeconds: number | null
  /** What is printed of it; null until the model is estimated, and of a sliced file. */
  readonly supports: PartSupports | null
}

/** `estimate`: null when there is none. */
export function planPart(
  { options, price, sizeMm }: Omit<PartToPlan, 'file'>,
  estimate: Estimated | null,
): PartPlan {
  if (sizeMm === null) return { plannedSeconds: pricedSeconds({ options, price }), supports: null }
  if (estimate === null) return { plannedSeconds: null, supports: null }
  const supports = supportsOf(estimate)
  const copies = copiesInBuildVolume(printedSides(sizeMm, supports))
  const part = { kind: 'model', copies } as const
  const times = timesOfEstimate(estimate, options.material)
  return { plannedSeconds: plannedSeconds(options.quantity, part, times), supports }
}

/** The plan of a part by its stored estimate. */
export const planByStoredEstimate = async (
  deps: EstimateReads,
  part: PartToPlan,
): Promise<PartPlan> =>
  planPart(part, part.sizeMm === null ? null : await storedEstimate(deps, part.file, part.options))

/** Seconds of all its copies by the hours of its price, one after the other. */
export const pricedSeconds = ({ options, price }: Pick<PartToPlan, 'options' | 'price'>): number =>
  Math.round(plateSeconds(pricedTimes(price), options.quantity))

export const sizeToPlan = (measured: Measurement): PartToPlan['sizeMm'] =>
  measured.kind === 'mesh' ? measured.report.dimensionsMm : null
