// Question whether a file uses another unit, for the server and the page's script.
import { maxSideMm } from '../../../domain/catalog/build-volume.ts'
import type { FileUnit } from '../../../domain/models/format.ts'
import type { MeshReport } from '../../../domain/models/report.ts'
import { sizesIn } from '../../base/size-texts.ts'
import type { ScriptWords } from '../../languages/script-words.ts'

export type ReadSize = Pick<MeshReport, 'unit' | 'dimensionsMm'>

/** Returns the question, which begins with the size as read. */
export function sizeQuestion(
  words: ScriptWords,
  { dimensionsMm, unit }: ReadSize,
  isRefused: boolean,
): string {
  const values = { size: sizesIn(words, dimensionsMm), unit: unitText(words, unit) }
  if (!isRefused) return words.text('unit.question', values)
  return Math.max(...dimensionsMm) < maxSideMm
    ? words.text('unit.tooSmall', values)
    : words.text('unit.tooLarge', values)
}

/** Returns a unit after a preposition: "read in inches". Symbols are the same in every language. */
export const unitText = (words: ScriptWords, unit: FileUnit): string =>
  unit === 'um' || unit === 'in' || unit === 'ft' ? words.text(`unit.${unit}`) : unit
