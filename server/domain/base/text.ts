// Text from outside: cut to size, made storable, put on one line, and quoted where a stranger wrote it.

/** At most `length` characters (code points). */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('')
}

/** Trimmed, and without what a database or a vendor cannot take: NUL and halves of characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed().trim()
}

/** Whether a database can hold the text as it is: without NUL and unpaired surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Line and paragraph ends of every kind, and tabs. */
const LINE_ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu

/** Joiners inside a word belong to the spelling of Persian and Indic names, and to emoji. */
const JOINERS = '\u200c\u200d'

/** Control and format characters: NUL, escapes, zero-width spaces, direction marks, tags. */
const INVISIBLE = new RegExp(
  `(?![${JOINERS}])[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\u115f\\u1160\\u3164\\uffa0]`,
  'gu',
)

const OUTER_JOINERS = new RegExp(`^[\\s${JOINERS}]+|[\\s${JOINERS}]+$`, 'gu')

/**
 * One line of visible text for labels, mails and the database: line ends and tabs become a space, invisible characters
 * are removed, the ends are trimmed. Empty when nothing visible is left.
 */
export function singleLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(LINE_ENDS, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(OUTER_JOINERS, '')
}

/** Line ends other than those of CR and LF. */
const OTHER_LINE_ENDS = /[\v\f\u0085\u2028\u2029]/gu

/**
 * Visible text of several lines: CR and LF stay as they are, other line ends become LF, a tab becomes a space, invisible
 * characters are removed, the ends are trimmed. Empty when nothing visible is left.
 */
export function severalLines(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(OTHER_LINE_ENDS, '\n')
    .replaceAll('\t', ' ')
    .split(/([\r\n]+)/u)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(INVISIBLE, '') : part))
    .join('')
    .replaceAll(OUTER_JOINERS, '')
}

const QUOTED_LENGTH_MAX = 60

/**
 * Text that a stranger wrote (a file name, a vendor's message, a decline reason) inside a sentence of ours: in double
 * quotes, on one line, at most 60 characters, without quotes of its own, so that it cannot pass for our words.
 */
export function quoteForeign(text: string): string {
  const line = singleLine(text).replaceAll(/["“”„‟«»]/gu, "'")
  const cut = cutText(line, QUOTED_LENGTH_MAX)
  return `"${cut.length < line.length ? `${cutText(cut, QUOTED_LENGTH_MAX - 1)}…` : cut}"`
}
