// What counts as a fault when a part is inspected, both for the page and for the server.

import { buildVolumeMm } from '../catalog/build-volume.ts'
import type { SliceSettings } from './slice-settings.ts'

/** Degrees from the vertical. Beyond, the core's printability verdict asks for supports. */
export const overhangLimitDeg = 45

/** Two lines of a 0.4 mm nozzle; a wider nozzle draws wider lines. */
export const thinWallMm = (nozzleMm: number): number => 2 * nozzleMm

export type InspectSettings = {
  readonly nozzleMm: number
  readonly layerHeightMm: number
  readonly minWallMm: number
  readonly overhangDeg: number
  readonly buildVolumeMm: readonly [number, number, number]
}

export function inspectSettings({
  nozzleMm,
  layerHeightMm,
}: Pick<SliceSettings, 'nozzleMm' | 'layerHeightMm'>): InspectSettings {
  return {
    nozzleMm,
    layerHeightMm,
    minWallMm: thinWallMm(nozzleMm),
    overhangDeg: overhangLimitDeg,
    buildVolumeMm,
  }
}
