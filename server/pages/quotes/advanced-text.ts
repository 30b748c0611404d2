// What is chosen under Advanced, beside its title. The same for the page's script and the server.
import { layerHeightRangeMm } from '../../domain/catalog/print-options.ts'

type Advanced = {
  /** %, as it was typed. */
  readonly infill: string
  readonly layerHeightMm: number
  readonly nozzleMm: number
}

export function advancedText({ infill, layerHeightMm, nozzleMm }: Advanced): string {
  const { min, max } = layerHeightRangeMm(nozzleMm)
  const layers = `${Math.min(max, Math.max(min, layerHeightMm))} mm layers`
  return `${infill}% infill, ${layers}, ${nozzleMm} mm nozzle`
}
