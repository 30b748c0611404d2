// Settings that determine which faults of a part are reported, for the page and the server.

import { buildVolumeMm } from '../catalog/build-volume.ts'
import type { SliceSettings } from './slice-settings.ts'

/** In degrees from the vertical. Above it, the core's printability verdict recommends supports. */
export const overhangLimitDeg = 45

/** Two lines of the nozzle; a wider nozzle draws wider lines. */
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
