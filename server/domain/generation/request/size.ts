// The size of a generated model (decisions.md 65): the size option, otherwise the size in the prompt, otherwise the
// default. Engines make bodies of about one unit, so a size is always set.

import { isAllowedSize, sizeRangeMm, sizeRangeText } from '../../catalog/build-volume.ts'
import { readSizeInWords } from './size-words.ts'

export const imageTextAdvice = 'Send inputMode image_text to have them change it.'

/** Default of the longest side, in mm. */
export const usualSizeMm = 80

/** A larger size in the prompt describes the object itself ("a 2 m tall knight") instead of its print. */
const largestWishMm = 600

/** Where a size comes from. `earlier`: from the refined draft. */
export const sizeSources = ['option', 'words', 'default', 'earlier'] as const

export type ModelSize = {
  /** The longest side of the printed model. */
  readonly mm: number
  readonly from: (typeof sizeSources)[number]
  /** A sentence for the caller. */
  readonly note: string
}

const mmText = (mm: number): string => `${Math.round(mm * 100) / 100} mm`

type Wish = {
  /** The option `sizeMm`; null = not sent, or out of range. */
  readonly sizeMm: number | null
  /** The caller's text; null = none. */
  readonly words: string | null
  /** Size that the language model read from the text; null = none. */
  readonly readMm?: number | null
  /** The longest side of the model to retexture. */
  readonly earlierMm?: number | null
}

const callerHint = ' Send sizeMm for another size.'
const sizeMmSays = 'sizeMm says'

/** Sentences that tell a program which field to send. */
const fieldHints = [callerHint, ` ${imageTextAdvice}`] as const

/** Returns a note for users of a page, without instructions for API fields. */
export const pageNote = (note: string): string =>
  fieldHints
    .reduce<string>((left, hint) => left.replace(hint, ''), note)
    .replace(sizeMmSays, 'you say')
    .replace(/^sizeMm (?=\S+ was not used)/, 'The size ')

export function chooseSize({ sizeMm, words, readMm = null, earlierMm = null }: Wish): ModelSize {
  if (sizeMm !== null && isAllowedSize(sizeMm)) {
    return {
      mm: sizeMm,
      from: 'option',
      note: `The longest side is ${mmText(sizeMm)}, as ${sizeMmSays}.`,
    }
  }
  const wished = words === null ? null : readSizeInWords(words)
  if (wished !== null && isAllowedSize(wished.mm)) return fromWords(wished.mm, `"${wished.said}"`)
  if (wished !== null && wished.mm > sizeRangeMm.max && wished.mm <= largestWishMm) {
    const note = `The words ask for "${wished.said}", which is too large for the printer: the longest side can be at most ${mmText(sizeRangeMm.max)}.`
    return { mm: sizeRangeMm.max, from: 'words', note }
  }
  if (wished === null && readMm !== null && isAllowedSize(readMm)) return fromWords(readMm, null)
  if (earlierMm !== null && isAllowedSize(earlierMm)) {
    const note = `The longest side is ${mmText(earlierMm)}, as in the model before.`
    return { mm: earlierMm, from: 'earlier', note }
  }
  const why =
    wished === null ? 'No size was given' : `"${wished.said}" is not a size from ${sizeRangeText}`
  const note = `${why}, so the longest side is ${mmText(usualSizeMm)}.${callerHint}`
  return { mm: usualSizeMm, from: 'default', note }
}

function fromWords(mm: number, said: string | null): ModelSize {
  const quoted = said === null ? '' : ` (${said})`
  return {
    mm,
    from: 'words',
    note: `The longest side is ${mmText(mm)}, as the words say${quoted}.`,
  }
}

/** Returns the note for a model that was scaled down because its other sides did not fit the printer. */
export const madeSmallerNote = (longestMm: number, { mm }: Pick<ModelSize, 'mm'>): string =>
  `It was made smaller to fit the printer: its longest side is ${mmText(longestMm)} instead of ${mmText(mm)}.`

/** Returns the note for a size option that was not used. */
export const sizeRefusedNote = (sent: number): string =>
  `sizeMm ${sent} was not used: it must be ${sizeRangeText}.`
