// Sentences for callers and operators about the supports of a part (decisions.md 46).
import { materials } from '../catalog/materials.ts'
import type { Material } from '../catalog/options.ts'
import type { PartSupports } from './supports.ts'

/** Returns the grams of one part's supports; null if they are not estimated. */
export const supportsGrams = (
  { filamentCm3 }: Pick<PartSupports, 'filamentCm3'>,
  material: Material,
): number | null =>
  filamentCm3 === null ? null : (filamentCm3 * materials()[material].densityHundredths) / 100

/** Returns notes next to a price without supports; empty for a part that is printed without reorientation or supports. */
export function supportsNotes(supports: Pick<PartSupports, 'decision'> | null): readonly string[] {
  switch (supports?.decision) {
    case 'supports':
      return [supportsNote]
    case 'turn':
      return [turnedNote]
    default:
      return []
  }
}

export const supportsNote = 'The part will be printed with supports, at no extra charge.'
export const turnedNote = 'The part will be turned for printing, so that it needs no supports.'

/** Returns the reason of the decision. The core also decides `none` if the unsupported area is too small to matter. */
export function supportsReason({ decision, unsupportedMm2 }: PartSupports): string {
  if (unsupportedMm2 === null) {
    return decision === 'supports'
      ? 'The printability check recommends supports.'
      : 'The printability check recommends no supports.'
  }
  const area = areaText(unsupportedMm2)
  switch (decision) {
    case 'supports':
      return `Without them, ${area} of its layers would rest on nothing.`
    case 'turn':
      return `As its file has it, ${area} of its layers would rest on nothing.`
    case 'none':
      return unsupportedMm2 < 1
        ? 'All its layers rest on something, or bridge a gap.'
        : `Only ${area} of its layers would rest on nothing, too little to need supports.`
  }
}

/** Returns a sentence for a part that is printed without the supports it needs; null if it needs none. */
export const restsOnNothing = ({
  decision,
  unsupportedMm2,
}: Pick<PartSupports, 'decision' | 'unsupportedMm2'>): string | null =>
  decision === 'none' || unsupportedMm2 === null
    ? null
    : `${areaText(unsupportedMm2)} of its layers would rest on nothing.`

/** Formats a weight: "about 9 g", "less than 1 g". */
export const aboutGrams = (grams: number): string =>
  grams < 0.5 ? 'less than 1 g' : `about ${Math.round(grams)} g`

const areaText = (mm2: number): string =>
  mm2 < 100 ? `${Math.max(1, Math.round(mm2))} mm²` : `${Math.round(mm2 / 10) / 10} cm²`
