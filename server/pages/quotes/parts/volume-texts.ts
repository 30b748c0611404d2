// Notes on how the volume of a mesh was measured, in the language of a page. In English, they are those of `volumeNotes`.
import type { VolumeFacts } from '../../../domain/models/volume-notes.ts'
import { defaultLanguage } from '../../languages/languages.ts'
import type { ScriptWords } from '../../languages/script-words.ts'

/** Returns sentences for the customer; empty for an ordinary mesh. */
export function volumeTexts(
  words: ScriptWords,
  { bodiesOverlap, cavitiesKnown, notes = [], repaired }: VolumeFacts,
): readonly string[] {
  const holes = repaired?.filledHoles ?? 0
  return [
    ...leftOutTexts(words, notes),
    ...(bodiesOverlap === true ? [words.text('volume.overlap')] : []),
    ...(cavitiesKnown === false ? [words.text('volume.cavities')] : []),
    ...(holes > 0 ? [words.text('volume.holes', { count: holes })] : []),
  ]
}

/** The geometry core lists the objects of a file that are not printed in English only. */
const leftOutTexts = (words: ScriptWords, notes: readonly string[]): readonly string[] =>
  words.language === defaultLanguage || notes.length === 0 ? notes : [words.text('volume.leftOut')]
