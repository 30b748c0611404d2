import { defaultPrintOptions } from '../catalog/options.ts'

/** The limits on thin walls and columns, as shares of the nozzle. The geometry core applies them (`geometry/src/estimate/thin.rs`). */
export const thinnestWallShare = 1 / 3
export const thinnestColumnShare = 1.6

const nozzleMm = defaultPrintOptions.nozzleDiameter
const ofNozzle = (share: number) => (share * nozzleMm).toFixed(2)

/** The limits, for documentation. */
export const thinLimitsText =
  'A model that leaves a printer nothing to print is refused with the reason, never billed: walls under a third of the nozzle ' +
  `(${ofNozzle(thinnestWallShare)} mm for the ${nozzleMm} mm nozzle), and pins and other columns under ` +
  `${thinnestColumnShare} nozzles wide (${ofNozzle(thinnestColumnShare)} mm).`
