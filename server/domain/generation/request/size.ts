// The size of a generated model (decisions.md 65): what was asked for as an option, else in words, else the usual size. Engines make bodies
// of about one unit, so a size is always set.

import { isAllowedSize, sizeRangeMm, sizeRangeText } from '../../catalog/build-volume.ts'
import { readSizeInWords } from './size-words.ts'

/** The longest side, mm. */
export const usualSizeMm = 80

/** A larger size in words describes the thing itself ("a 2 m tall knight") and not its print. */
const largestWishMm = 600

/** Where a size comes from; `earlier`: from the draft that is refined. */
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
  /** The caller's words; null = none. */
  readonly words: string | null
  /** What the language model read from the words; null = nothing. */
  readonly readMm?: number | null
  /** The longest side of the model that is retextured. */
  readonly earlierMm?: number | null
}

const callerHint = ' Send sizeMm for another size.'
const sizeMmSays = 'sizeMm says'

/** Sentences that tell a program which field to send. */
const fieldHints = [callerHint, ' Send inputMode image_text to have them change it.'] as const

/** A note of a generation as a page says it to a person, who fills in a form and sends no field by name. */
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
  const said = words === null ? null : readSizeInWords(words)
  if (said !== null && isAllowedSize(said.mm)) return fromWords(said.mm, `"${said.said}"`)
  if (said !== null && said.mm > sizeRangeMm.max && said.mm <= largestWishMm) {
    const note = `The words ask for "${said.said}", which is too large for the printer: the longest side is ${mmText(sizeRangeMm.max)} at most.`
    return { mm: sizeRangeMm.max, from: 'words', note }
  }
  if (said === null && readMm !== null && isAllowedSize(readMm)) return fromWords(readMm, null)
  if (earlierMm !== null && isAllowedSize(earlierMm)) {
    const note = `The longest side is ${mmText(earlierMm)}, as in the model before.`
    return { mm: earlierMm, from: 'earlier', note }
  }
  const why =
    said === null ? 'No size was given' : `"${said.said}" is no size from ${sizeRangeText}`
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

/** Sentence for a model whose other sides did not fit the printer at that size. */
export const madeSmallerNote = (longestMm: number, { mm }: Pick<ModelSize, 'mm'>): string =>
  `It was made smaller to fit the printer: its longest side is ${mmText(longestMm)} instead of ${mmText(mm)}.`

/** Sentence about an option that was not used. */
export const sizeRefusedNote = (sent: number): string =>
  `sizeMm ${sent} was not used: it must be ${sizeRangeText}.`
