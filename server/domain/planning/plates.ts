// The default plates of an order: as many parts per plate as fit next to each other and print within
// `maxPlateSeconds`.
import { buildVolumeMm } from '../catalog/build-volume.ts'
import { marginMm } from './arrange/plate-bed.ts'
import { type PrintTimes, plateSeconds } from './print-times.ts'

/** `gcode`: plain G-code. `plates`: a .gcode.3mf. `model`: a mesh that has not been sliced. */
export const fileKinds = ['gcode', 'plates', 'model'] as const
export type PrintFileKind = (typeof fileKinds)[number]

/** Source of a printed part. `copies`: number of copies of a mesh per plate; 0 = unknown, or it fits no plate. */
export type PartFile = {
  readonly kind: PrintFileKind
  readonly copies: number
}

type Sides = readonly [number, number, number]

/** Number of copies of a part on a plate, and whether each is rotated by 90 degrees; 0 copies if it does not fit. */
export type Places = { readonly copies: number; readonly isTurned: boolean }

/**
 * Gap between the bounding boxes of parts in rows and columns. Larger than `gapMm` for plates that are laid out by
 * silhouettes.
 */
const gridGapMm = 10

/** Counts positions in rows and columns of the part's bounding box. */
export function placesIn([width, depth, height]: Sides, [x, y, z]: Sides): Places {
  if (z > height) return { copies: 0, isTurned: false }
  const grid = (partX: number, partY: number) =>
    countFitting(width, partX) * countFitting(depth, partY)
  const [straight, turned] = [grid(x, y), grid(y, x)]
  return { copies: Math.max(straight, turned), isTurned: turned > straight }
}

const countFitting = (plateMm: number, partMm: number): number =>
  Math.max(0, Math.floor((plateMm - 2 * marginMm + gridGapMm) / (partMm + gridGapMm)))

/** Returns the number of copies on the farm's largest plate, for plans of orders that are not queued yet. */
export const copiesInBuildVolume = (sizeMm: Sides): number => placesIn(buildVolumeMm, sizeMm).copies

/**
 * A plate that fails late loses all of its hours, so it is limited to what a printer prints in a day, less time for
 * its operator.
 */
export const maxPlateHours = 20
export const maxPlateSeconds = maxPlateHours * 3600

/**
 * Returns the number of parts on each plate, distributed evenly. A sliced file prints one part per run, so each part
 * is a separate plate.
 */
export function defaultPlates(
  left: number,
  { kind, copies }: PartFile,
  times: PrintTimes,
): readonly number[] {
  if (left === 0) return []
  const perPlate = kind === 'model' ? withinTime(copies, times) : 1
  const plates = Math.ceil(left / perPlate)
  const [fewest, withOneMore] = [Math.floor(left / plates), left % plates]
  return Array.from({ length: plates }, (_, index) => fewest + (index < withOneMore ? 1 : 0))
}

/** Returns as many parts as print within `maxPlateSeconds`, and at least 1. */
function withinTime(parts: number, times: PrintTimes): number {
  let perPlate = parts
  while (perPlate > 1) {
    const seconds = plateSeconds(times, perPlate)
    if (seconds <= maxPlateSeconds) break
    perPlate = Math.min(perPlate - 1, Math.floor((perPlate * maxPlateSeconds) / seconds))
  }
  return Math.max(1, perPlate)
}

/** Returns the whole seconds of machine time of all parts on their default plates. */
export function plannedSeconds(parts: number, file: PartFile, times: PrintTimes): number {
  const plates = defaultPlates(parts, file, times)
  return Math.round(plates.reduce((sum, copies) => sum + plateSeconds(times, copies), 0))
}
