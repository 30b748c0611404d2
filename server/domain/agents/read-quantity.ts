// Reads how many parts a text asks for. Numbers with another meaning are removed first (`other-numbers.ts`). A
// remaining number is a quantity where parts are asked for, and makes the quantity unclear elsewhere: the customer is
// asked about a number that no rule matches.

import { blank, open, withoutOtherNumbers } from './other-numbers.ts'
import { colorWords } from './read-material.ts'
import type { StatedValue } from './stated.ts'

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'
const numberWords = new Map([
  ...units.split(' ').map((word, value) => [word, value] as const),
  ...tens.split(' ').map((word, index) => [word, (index + 2) * 10] as const),
])
const scales = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1000],
  ['k', 1000],
  ['million', 1_000_000],
])

const parts = wordsOf(
  'pc pcs piece pieces copy copies part parts unit units print prints item items',
)
const ofWhat = wordsOf('them these those it this that my your the each')
const quantityNames = wordsOf('quantity qty amount count copies pieces pcs')
const asks = wordsOf(
  'print printed printing order make need want get buy send quote take do give like love request require produce ship looking it',
)
const fillers = wordsOf(
  'and then please also just only another exactly hi hello hey thanks ok okay yes so plus me us',
)
const adjectives: ReadonlySet<string> = new Set([
  ...colorWords.flatMap((name) => name.toLowerCase().split(' ')),
  ...wordsOf(
    'light dark pale bright neon navy royal sky pla petg pet abs asa tpu premium standard matte glossy small large big little tiny more identical ' +
      'such new extra solid hollow plastic printed custom',
  ),
  blank,
])
const howMade = wordsOf(
  'a an any the your my this that some total all stock pure matte plain simple high',
)
const afterCount = wordsOf('with for to at please thanks thank and then by as from but because via')
const otherNouns = wordsOf(
  'people persons friends times colors colours sides holes years days weeks hours minutes months kids things stars ways questions layers walls plates axes colleagues customers addresses',
)
const vague = wordsOf(
  'several few many multiple various lots bunch handful some dozens hundreds thousands both twice thrice double triple ones',
)
/** Number words of other languages, without those that are also English words. */
const foreign = wordsOf(
  'zwei drei vier fünf sechs sieben acht neun zehn deux trois quatre cinq huit neuf dix tres cuatro cinco seis siete ocho nueve diez quattro cinque twee drie vijf zes',
)
const negations = wordsOf("not never without don't")
const breaks = wordsOf('. , ; ! ? ( ) – — • * : \n')

type Token = { readonly text: string; readonly isGlued: boolean }

/** Splits the text into lowercase words, numbers and signs. `isGlued`: no space precedes the token. */
function tokensOf(text: string): readonly Token[] {
  const words = text
    .toLowerCase()
    .matchAll(/\p{N}(?:[\p{N}.,]*\p{N})?|\p{L}+(?:['’]\p{L}+)?|\n|[^\s]/gu)
  let end = -1
  return [...words].map(({ 0: word, index }) => {
    const isGlued = index === end
    end = index + word.length
    return { text: word, isGlued }
  })
}

type NumberInText = {
  /** null for a number that is not whole or is part of a word. */
  readonly value: number | null
  /** Range of the number's tokens. */
  readonly start: number
  readonly end: number
}

/** Returns the number that begins at a token: "5", "1,000", "2k", "twenty-five", "a dozen", "three hundred and two". */
function numberAt(tokens: readonly Token[], start: number): NumberInText | null {
  const word = (at: number): string => tokens[at]?.text ?? ''
  if (/^\p{N}/u.test(word(start))) return digitsAt(tokens, start)
  if (word(start) === 'half' && word(start + 1) === 'a' && word(start + 2) === 'dozen') {
    return { value: 6, start, end: start + 3 }
  }
  if (['couple', 'pair'].includes(word(start))) {
    return { value: 2, start, end: word(start + 1) === 'of' ? start + 2 : start + 1 }
  }
  return wordsAt(word, start)
}

function wordsAt(word: WordAt, start: number): NumberInText | null {
  let [total, current, end] = [0, -1, start]
  for (let at = start; ; ) {
    const value = numberWords.get(word(at))
    const scale = word(at) === 'k' ? undefined : scales.get(word(at))
    if (value !== undefined) {
      current = Math.max(current, 0) + value
    } else if (scale !== undefined && scale > 100) {
      total += Math.max(current, 1) * scale
      current = 0
    } else if (scale !== undefined) {
      current = Math.max(current, 1) * scale
    } else {
      break
    }
    end = at + 1
    const isJoined = ['-', 'and'].includes(word(end)) && isNumberWord(word(end + 1))
    at = isJoined && (word(end) === '-' || current >= 100) ? end + 1 : end
  }
  return end === start ? null : { value: total + Math.max(current, 0), start, end }
}

const isNumberWord = (word: string): boolean => numberWords.has(word) || scales.has(word)

function digitsAt(tokens: readonly Token[], start: number): NumberInText {
  const digits = tokens[start]?.text ?? ''
  const isWhole = /^(?:\d{1,3}(?:,\d{3})+|\d+)$/.test(digits)
  const value = Number(digits.replaceAll(',', ''))
  const next = tokens[start + 1]
  const scale = scales.get(next?.text ?? '')
  const end = start + 1
  if (!isWhole) return { value: null, start, end }
  if (scale !== undefined) return { value: value * scale, start, end: end + 1 }
  const isInWord = next?.isGlued && /^\p{L}/u.test(next.text)
  return isInWord && next.text !== 'x' && !parts.has(next.text)
    ? { value: null, start, end }
    : { value, start, end }
}

type Reading = 'certain' | 'placed' | 'ruled_out' | 'unclear' | 'other'

/** Returns the meaning of a number, based on the words around it. */
function readingOf(tokens: readonly Token[], number: NumberInText): Reading {
  const { start, end, value } = number
  const word = (at: number): string => tokens[at]?.text ?? ''
  const isOne = word(start) === 'one'
  const otherwise = isOne ? 'other' : 'unclear'
  if (value === null) return 'unclear'
  const begin = ['a', 'an'].includes(word(start - 1)) ? start - 1 : start
  if (word(begin - 1) === '-' && tokens[start]?.isGlued) return 'unclear'
  if (word(end) === '-' && tokens[end]?.isGlued && tokens[end + 1]?.isGlued) {
    return parts.has(word(end + 1)) ? 'unclear' : 'other'
  }
  const isRuledOut =
    negations.has(word(begin - 1)) ||
    ['instead of', 'rather than'].includes(`${word(begin - 2)} ${word(begin - 1)}`) ||
    (asks.has(word(begin - 1)) && negations.has(word(begin - 2)))
  if (isRuledOut) return 'ruled_out'
  if (isCounted(word, begin, end)) return 'certain'
  return isPlaced(word, begin) && isFollowed(word, end) ? 'placed' : otherwise
}

type WordAt = (at: number) => string

/** Whether the number is next to words that only occur with a number of parts: "5 copies", "x3", "quantity: 2". */
function isCounted(word: WordAt, begin: number, end: number): boolean {
  const noun = skipAdjectives(word, end)
  const object = word(end) === 'of' ? end + 1 : word(end - 1) === 'of' ? end : null
  if (parts.has(word(noun)) || (object !== null && ofWhat.has(word(object)))) return true
  const isTimes = (sign: string) => sign === 'x' || sign === '×'
  if (isTimes(word(end)) && !/^\p{N}/u.test(word(end + 1))) return true
  if (isTimes(word(begin - 1)) && !/^\p{N}/u.test(word(begin - 2)) && !isTimes(word(end))) {
    return true
  }
  const label = ['of', 'is', ':', '='].includes(word(begin - 1)) ? begin - 2 : begin - 1
  return quantityNames.has(word(label)) || (word(label) === 'total' && label === begin - 2)
}

/** Whether the number begins a clause or follows a word that asks for parts. */
function isPlaced(word: WordAt, begin: number): boolean {
  const before = word(begin - 1)
  if (before === '' || (breaks.has(before) && before !== ':')) return true
  if (fillers.has(before) || asks.has(before)) return true
  if (before === 'have') return wordsOf("can could may i i'd to").has(word(begin - 3))
  if (before === '-') return ['', '\n'].includes(word(begin - 2))
  return before === 'for' && wordsOf('quote order price cost looking').has(word(begin - 2))
}

/** Whether the number is followed by the end of a clause, by words about the making of the parts, or by a plural noun. */
function isFollowed(word: WordAt, end: number): boolean {
  const next = word(end)
  if (next === '' || breaks.has(next) || afterCount.has(next)) return true
  // "2 in black" is a number of parts; "2 in cube" is a length.
  if (next === 'in') return howMade.has(word(end + 1)) || adjectives.has(word(end + 1))
  const noun = skipAdjectives(word, end)
  const after = word(noun)
  if (/^\p{L}{2,}s$/u.test(after)) return !otherNouns.has(after)
  if (noun === end) return false
  return after === '' || breaks.has(after) || afterCount.has(after) || ['in', 'one'].includes(after)
}

function skipAdjectives(word: WordAt, from: number): number {
  let at = from
  while (adjectives.has(word(at)) || (at > from && word(at) === '-')) at += 1
  return at
}

/** Reads any whole number. Pricing checks the bounds of an order. */
export function readQuantity(text: string): StatedValue<number> {
  const tokens = tokensOf(withoutOtherNumbers(text))
  const values = new Set<number>()
  const readings = new Set<Reading>()
  for (let at = 0; at < tokens.length; ) {
    const number = numberAt(tokens, at)
    if (number === null) {
      at += 1
      continue
    }
    const reading = readingOf(tokens, number)
    readings.add(reading)
    if ((reading === 'certain' || reading === 'placed') && number.value !== null) {
      values.add(number.value)
    }
    at = number.end
  }
  const isOpen = tokens.some((token) => token.text === open)
  const [value] = values
  if (value !== undefined && values.size === 1 && !isOpen) {
    const isKnown = readings.has('certain') || !readings.has('unclear')
    return isKnown ? { kind: 'stated', value } : { kind: 'unclear' }
  }
  const isAsked = isOpen || values.size > 0 || readings.has('unclear') || readings.has('ruled_out')
  const isVague = tokens.some((token) => vague.has(token.text) || foreign.has(token.text))
  return isAsked || isVague ? { kind: 'unclear' } : { kind: 'absent' }
}
