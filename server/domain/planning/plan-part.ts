// The machine time of a part, for plans: the time stated by a slicer, otherwise the estimate of its model as printed
// (decisions.md 53). Prices never depend on it.
import { secondsOfCentihours } from '../base/time/centihours.ts'
import type { PrintOptions } from '../catalog/options.ts'
import type { MeasurementDeps } from '../measurement/ports.ts'
import type { CertainEstimate, Estimated } from '../measurement/processing.ts'
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

/** Returns the estimate of a line's model; null if it was not estimated. */
export async function storedEstimate(
  deps: EstimateReads,
  file: EstimatedFile,
  options: PrintOptions,
): Promise<Estimated | null> {
  const kept = await keptOutcome(deps, file, options)
  return kept?.kind === 'estimated' ? kept : null
}

type EstimatedFile = Pick<StoredModel, 'sha256' | 'format'>

/** Returns null until the model is estimated, and for a sliced file. */
async function keptOutcome(
  { printEstimates }: EstimateReads,
  { sha256, format }: EstimatedFile,
  options: PrintOptions,
): Promise<CertainEstimate | null> {
  if (format === 'gcode') return null
  const settings = sliceSettings(options)
  return await printEstimates.read({ sha256, format, units: options.units, settings })
}

/** Returns the hours of the price: for a sliced file the stated hours; for a mesh a substitute until it is estimated. */
export const pricedTimes = ({
  centihoursPerPart,
}: Pick<OrderPrice, 'centihoursPerPart'>): PrintTimes =>
  timesOfPart(secondsOfCentihours(centihoursPerPart))

export type PartToPlan = {
  readonly file: Pick<StoredModel, 'sha256' | 'format'>
  readonly options: PrintOptions
  readonly price: Pick<OrderPrice, 'centihoursPerPart'>
  /** Dimensions of the mesh; null for a sliced file. */
  readonly sizeMm: readonly [number, number, number] | null
}

export type PartPlan = {
  /**
   * Machine time of all its copies on their default plates; null until it is known whether the model can be estimated.
   */
  readonly plannedSeconds: number | null
  /** How it is printed; null until the model is estimated, and for a sliced file. */
  readonly supports: PartSupports | null
}

/** `estimate`: null if there is none. */
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

/** Plans a part with its stored estimate, or with the hours of its price if the model cannot be estimated. */
export async function planByStoredEstimate(
  deps: EstimateReads,
  part: PartToPlan,
): Promise<PartPlan> {
  const kept = part.sizeMm === null ? null : await keptOutcome(deps, part.file, part.options)
  return kept?.kind === 'unreadable'
    ? { plannedSeconds: pricedSeconds(part), supports: null }
    : planPart(part, kept)
}

/** Plans with the given estimate, or with the stored one if there is none. */
export const planByEstimate = async (
  deps: EstimateReads,
  part: PartToPlan,
  estimate: Estimated | null,
): Promise<PartPlan> =>
  estimate === null ? await planByStoredEstimate(deps, part) : planPart(part, estimate)

/** Returns the seconds of all its copies from the hours of its price, printed one after the other. */
export const pricedSeconds = ({ options, price }: Pick<PartToPlan, 'options' | 'price'>): number =>
  Math.round(plateSeconds(pricedTimes(price), options.quantity))

export const sizeToPlan = (measured: Measurement): PartToPlan['sizeMm'] =>
  measured.kind === 'mesh' ? measured.report.dimensionsMm : null
