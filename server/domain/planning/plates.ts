// The default plates of an order: as many parts on a plate as fit next to each other and print within a day.
import { buildVolumeMm } from '../catalog/build-volume.ts'
import { type PrintTimes, plateSeconds } from './print-times.ts'

/** What a part is printed from. The size is that of a mesh; null = not known. */
export type PartFile = {
  readonly kind: 'gcode' | 'plates' | 'model'
  readonly sizeMm: readonly [number, number, number] | null
}

/** Between two parts; slicers leave 6 mm. */
const gapMm = 10
/** Around the plate, where some printers cannot print. */
const marginMm = 5

/** A plate that fails late loses all of its hours, so it is kept to what a printer prints in a day. */
const maxPlateSeconds = 20 * 3600

/**
 * Parts of each plate, spread evenly. A sliced file prints one part per run, so each part is a plate of its own. The same applies to a part
 * without a known measurement.
 */
export function defaultPlates(
  left: number,
  { kind, sizeMm }: PartFile,
  times: PrintTimes,
): readonly number[] {
  if (left === 0) return []
  const perPlate = kind === 'model' ? partsPerPlate(sizeMm, times) : 1
  const plates = Math.ceil(left / perPlate)
  const [fewest, withOneMore] = [Math.floor(left / plates), left % plates]
  return Array.from({ length: plates }, (_, index) => fewest + (index < withOneMore ? 1 : 0))
}

/** In rows and columns of the part's bounding box, turned by 90 degrees where more fit that way. At least 1. */
function partsPerPlate(sizeMm: PartFile['sizeMm'], times: PrintTimes): number {
  if (sizeMm === null) return 1
  const [width, depth, height] = sizeMm
  const [plateX, plateY, plateZ] = buildVolumeMm
  if (height > plateZ) return 1
  const grid = (x: number, y: number) => fitting(plateX, x) * fitting(plateY, y)
  return withinTime(Math.max(grid(width, depth), grid(depth, width)), times)
}

/** At most so many that they print within a day. */
function withinTime(parts: number, times: PrintTimes): number {
  let fitting = parts
  while (fitting > 1) {
    const seconds = plateSeconds(times, fitting)
    if (seconds <= maxPlateSeconds) break
    fitting = Math.min(fitting - 1, Math.floor((fitting * maxPlateSeconds) / seconds))
  }
  return Math.max(1, fitting)
}

/** Whole seconds of machine time of all parts on their default plates. */
export function plannedSeconds(parts: number, file: PartFile, times: PrintTimes): number {
  const plates = defaultPlates(parts, file, times)
  return Math.round(plates.reduce((sum, copies) => sum + plateSeconds(times, copies), 0))
}

const fitting = (plateMm: number, partMm: number): number =>
  Math.floor((plateMm - 2 * marginMm + gapMm) / (partMm + gapMm))
