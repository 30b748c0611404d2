// Summary of the choices under Advanced, next to its title. Shared by the page's script and the server.
import { layerHeightRangeMm } from '../../../domain/catalog/print-options.ts'
import type { ScriptWords } from '../../languages/script-words.ts'

type Advanced = {
  /** In percent, as typed. */
  readonly infill: string
  readonly layerHeightMm: number
  readonly nozzleMm: number
}

export function advancedText(
  words: ScriptWords,
  { infill, layerHeightMm, nozzleMm }: Advanced,
): string {
  const { min, max } = layerHeightRangeMm(nozzleMm)
  const height = Math.min(max, Math.max(min, layerHeightMm))
  return [
    words.text('specs.infill', { percent: infill }),
    words.text('specs.layers', { height: words.exact(height) }),
    words.text('specs.nozzle', { diameter: words.exact(nozzleMm) }),
  ].join(', ')
}
