// External text: cutting, cleaning and quoting.

/** Returns the beginning of the text, at most `length` characters (code points). */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  // A character has at most two code units, so the rest is not needed.
  return [...text.slice(0, 2 * length)].slice(0, length).join('')
}

/** Trims the text and removes what a database or a vendor rejects: NUL and unpaired surrogates. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed().trim()
}

/** Whether a database can store the text unchanged: no NUL and no unpaired surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Line and paragraph separators of every kind, and tabs. */
const lineEnds = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu

/** Joiners inside a word are part of the spelling of Persian and Indic names, and of emoji. */
const joiners = '\u200c\u200d'

/** Control and format characters: NUL, escapes, zero-width spaces, direction marks, tags. */
const invisible = new RegExp(
  `(?![${joiners}])[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\u115f\\u1160\\u3164\\uffa0]`,
  'gu',
)

/** Removes invisible characters, line ends, tabs and unpaired surrogates. Changes nothing else. */
export const visibleText = (text: string): string => text.toWellFormed().replaceAll(invisible, '')

const blanksInFront = new RegExp(`^[\\s${joiners}]+`, 'u')
const blank = new RegExp(`[\\s${joiners}]`, 'u')

/**
 * Trims blanks and joiners at both ends. Scans backward from the end: a pattern such as `[\s]+$` rescans every run of
 * blanks from each of its characters, which takes seconds for 64 kB.
 */
function withoutOuterBlanks(text: string): string {
  let end = text.length
  while (end > 0 && blank.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end).replace(blanksInFront, '')
}

/** Longer text is cut to this length before cleaning. Every caller's limit is far lower. */
const maxLineUnits = 10_000
const maxTextUnits = 200_000

/**
 * Returns one line of visible text for labels, emails and the database. Converts line ends and tabs to a space,
 * removes invisible characters and trims both ends. Returns an empty string if nothing visible remains. Reads at most
 * 10,000 characters.
 */
export function singleLine(text: string): string {
  const read = text.slice(0, maxLineUnits)
  return withoutOuterBlanks(visibleText(read.replaceAll(lineEnds, ' ')))
}

/** Line ends other than CR and LF. */
const otherLineEnds = /[\v\f\u0085\u2028\u2029]/gu

/**
 * Returns visible text of several lines. Keeps CR and LF, converts other line ends to LF and tabs to a space, removes
 * invisible characters and trims both ends. Returns an empty string if nothing visible remains. Reads at most 200,000
 * characters.
 */
export function severalLines(text: string): string {
  const lines = text
    .slice(0, maxTextUnits)
    .toWellFormed()
    .replaceAll(otherLineEnds, '\n')
    .replaceAll('\t', ' ')
    .split(/([\r\n]+)/u)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(invisible, '') : part))
    .join('')
  return withoutOuterBlanks(lines)
}

/** Maximum length of a quotation of external text in a sentence. */
export const maxQuotedCharacters = 60

/** Maximum length of the card processor's reason as quoted to an operator, who needs the full text. */
const maxQuotedReasonCharacters = 1000

/**
 * Quotes external text (a file name, a vendor's message, a decline reason) for use inside a sentence: double quotes,
 * one line, at most 60 characters. Replaces double quotes inside the text, so that it cannot be mistaken for the
 * service's words.
 */
export const quoteForeign = (text: string): string => quoteUpTo(maxQuotedCharacters, text)

/** Quotes the card processor's text for an operator, like `quoteForeign` but with at most 1,000 characters. */
export const quoteReason = (text: string): string => quoteUpTo(maxQuotedReasonCharacters, text)

function quoteUpTo(max: number, text: string): string {
  const line = singleLine(text).replaceAll(/["“”„‟«»]/gu, "'")
  const cut = cutText(line, max)
  return `"${cut.length < line.length ? `${cutText(cut, max - 1)}…` : cut}"`
}

/** Whether the text has no visible character: only blanks, variation selectors, joiners and empty Braille cells. */
export const isInvisible = (text: string): boolean => /^[\s\p{M}\p{C}\u2800]*$/u.test(text)

/** Returns the text with its first letter in uppercase. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
