// Summary of the choices under Advanced, next to its title. Shared by the page's script and the server.
import { layerHeightRangeMm } from '../../../domain/catalog/print-options.ts'

type Advanced = {
  /** In percent, as typed. */
  readonly infill: string
  readonly layerHeightMm: number
  readonly nozzleMm: number
}

export function advancedText({ infill, layerHeightMm, nozzleMm }: Advanced): string {
  const { min, max } = layerHeightRangeMm(nozzleMm)
  const layers = `${Math.min(max, Math.max(min, layerHeightMm))} mm layers`
  return `${infill}% infill, ${layers}, ${nozzleMm} mm nozzle`
}
