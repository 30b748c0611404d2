// Text from outside: cutting, cleaning, and quoting what others wrote.

/** The beginning of the text, at most `length` characters (code points). */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  // A character is at most two units long, so the rest need not be read.
  return [...text.slice(0, 2 * length)].slice(0, length).join('')
}

/** Trimmed, without what a database or a vendor rejects: NUL and unpaired surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed().trim()
}

/** Whether a database can store the text unchanged: no NUL and no unpaired surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Line and paragraph ends of every kind, and tabs. */
const lineEnds = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu

/** Joiners inside a word belong to the spelling of Persian and Indic names, and to emoji. */
const joiners = '\u200c\u200d'

/** Control and format characters: NUL, escapes, zero-width spaces, direction marks, tags. */
const invisible = new RegExp(
  `(?![${joiners}])[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\u115f\\u1160\\u3164\\uffa0]`,
  'gu',
)

/** Without invisible characters and unpaired surrogates; nothing else changes. Line ends and tabs are invisible too. */
export const visibleText = (text: string): string => text.toWellFormed().replaceAll(invisible, '')

const blanksInFront = new RegExp(`^[\\s${joiners}]+`, 'u')
const blank = new RegExp(`[\\s${joiners}]`, 'u')

/**
 * Without blanks and joiners at both ends. The end is sought from behind: a pattern such as `[\s]+$` reads every run of blanks inside a
 * text again from each of its characters, which takes seconds for 64 kB.
 */
function withoutOuterBlanks(text: string): string {
  let end = text.length
  while (end > 0 && blank.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end).replace(blanksInFront, '')
}

/** What follows in a longer text is dropped before it is cleaned. Every caller's own limit is far below these. */
const maxLineUnits = 10_000
const maxTextUnits = 200_000

/**
 * One line of visible text for labels, mails and the database: line ends and tabs become a space, invisible characters
 * are removed, the ends are trimmed. Empty when nothing visible is left. Reads 10,000 characters at most.
 */
export function singleLine(text: string): string {
  const read = text.slice(0, maxLineUnits)
  return withoutOuterBlanks(visibleText(read.replaceAll(lineEnds, ' ')))
}

/** Line ends other than those of CR and LF. */
const otherLineEnds = /[\v\f\u0085\u2028\u2029]/gu

/**
 * Visible text of several lines: CR and LF are kept, other line ends become LF, a tab becomes a space, invisible
 * characters are removed, the ends are trimmed. Empty when nothing visible is left. Reads 200,000 characters at most.
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

/** Longest quotation of a foreign text in a sentence. */
export const maxQuotedCharacters = 60

/** Longest quotation of the card processor's reason to an operator, who needs all of it to act. */
const maxQuotedReasonCharacters = 1000

/**
 * Quotes text that others wrote (a file name, a vendor's message, a decline reason) for use inside a sentence of ours: double
 * quotes, one line, at most 60 characters. Its own double quotes are replaced, so that it cannot pass for our words.
 */
export const quoteForeign = (text: string): string => quoteUpTo(maxQuotedCharacters, text)

/** `quoteForeign` for what the card processor says to an operator: at most 1,000 characters. */
export const quoteReason = (text: string): string => quoteUpTo(maxQuotedReasonCharacters, text)

function quoteUpTo(max: number, text: string): string {
  const line = singleLine(text).replaceAll(/["“”„‟«»]/gu, "'")
  const cut = cutText(line, max)
  return `"${cut.length < line.length ? `${cutText(cut, max - 1)}…` : cut}"`
}

/** Text without a visible character: blank, or variation selectors, joiners and empty Braille cells alone. */
export const isInvisible = (text: string): boolean => /^[\s\p{M}\p{C}\u2800]*$/u.test(text)

/** The text with a capital letter at its beginning. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
