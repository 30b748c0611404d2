// The billed weight and the machine time of one part of a measured model.

import { nearestCentihours } from '../base/time/centihours.ts'
import type { PrintOptions } from '../catalog/options.ts'
import type { Measurement, MeshReport } from '../models/report.ts'
import type { VolumeFacts } from '../models/volume-notes.ts'
import { modeledCentihours } from './hours.ts'
import { filamentGrams, meshGrams, statedGrams } from './weight.ts'

/** For a file that states a filament length but no diameter (decisions.md 6). */
const defaultDiameterMm = 1.75

/**
 * `seconds` is set only for sliced files, for which overtime is billed: the slicer's time, or a lower bound computed
 * from the moves.
 */
export type WeighedPart = {
  readonly grams: number
  readonly centihours: number
  readonly seconds: number | null
}

/** The values of a measurement that a price needs: for a mesh, its volume and the notes about it. */
export type PricedMeasurement =
  | Extract<Measurement, { kind: 'sliced' }>
  | { readonly kind: 'mesh'; readonly report: Pick<MeshReport, 'volumeCm3'> & VolumeFacts }

/** Returns null if an already-sliced file states no filament use. */
export function weighPart(
  measurement: PricedMeasurement,
  options: PrintOptions,
): WeighedPart | null {
  if (measurement.kind === 'mesh') {
    const grams = meshGrams(measurement.report.volumeCm3, options.infill, options.material)
    return { grams, centihours: modeledCentihours({ grams, ...options }), seconds: null }
  }
  const { report } = measurement
  const grams = slicedGrams(report, options)
  if (grams === null) return null
  // Without a stated time, the hours are modeled and no overtime is billed.
  const centihours =
    report.seconds === null
      ? modeledCentihours({ grams, ...options })
      : nearestCentihours(report.seconds)
  return { grams, centihours, seconds: report.seconds }
}

function slicedGrams(
  report: Extract<Measurement, { kind: 'sliced' }>['report'],
  options: PrintOptions,
): number | null {
  if (report.grams !== null && report.grams > 0) return statedGrams(report.grams)
  if (report.filamentCm3 !== null && report.filamentCm3 > 0) {
    return filamentGrams(report.filamentCm3, options.material)
  }
  if (report.filamentMm === null || report.filamentMm <= 0) return null
  const radiusMm = (report.diameterMm ?? defaultDiameterMm) / 2
  return filamentGrams((Math.PI * radiusMm * radiusMm * report.filamentMm) / 1000, options.material)
}
