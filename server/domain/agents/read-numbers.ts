// Quantity, infill, layer height and nozzle in words.

import { type NozzleFlow, nozzleDiametersMm } from '../catalog/options.ts'
import { decimal, type Pattern, readStated, type Stated } from './stated.ts'

const numberWords: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
}
const count = `(\\d{1,4}|${Object.keys(numberWords).join('|')})`
const countOf = ([, word = '']: RegExpExecArray): number =>
  numberWords[word.toLowerCase()] ?? Number(word)

/** "20 x 30 mm" is a size. */
const parts =
  '(?:x\\b(?!\\s*[\\d.,])|×(?!\\s*\\d)|pcs?\\b|pieces?\\b|cop(?:y|ies)\\b|parts?\\b|units?\\b|of (?:them|these|those|it)\\b)'
const verbs = '(?:print|order|make|need|want|get|buy|send|quote)'
const notNumberOfParts =
  '(?!\\s*(?:mm|cm|m\\b|in\\b|inch|%|percent|g\\b|grams?\\b|layers?|walls?|hours?|days?|weeks?|infill|dollars?|dozen|[x×.,]\\s*\\d))'

const quantities: readonly Pattern<number>[] = [
  [new RegExp(`(?<![\\d.,]\\s*|[x×]\\s*)\\b${count}\\s*${parts}`, 'gi'), countOf],
  [new RegExp(`\\b(?:quantity|qty)\\s*(?:of|is|:|=)?\\s*${count}\\b`, 'gi'), countOf],
  [/(?<!\d\s*)(?<![a-z])[x×]\s?(\d{1,4})\b(?!\s*(?:[x×.,]\s*\d|mm|cm|in\b))/gi, countOf],
  [new RegExp(`\\b${verbs}\\s+(?:me\\s+|us\\s+)?${count}\\b${notNumberOfParts}`, 'gi'), countOf],
  [/\bhalf a dozen\b/gi, () => 6],
  [/(?<!half )\ba dozen\b/gi, () => 12],
  [/\btwo dozen\b/gi, () => 24],
  [/\ba (?:pair|couple) of\b/gi, () => 2],
]

/** Any whole number; the bounds of an order are checked where it is priced. */
export const readQuantity = (text: string): Stated<number> => readStated(text, quantities)

const percent = ([, digits]: RegExpExecArray): number | null => decimal(digits)

const infills: readonly Pattern<number>[] = [
  [/(?<![\d.,])(\d{1,3})\s*(?:%|per ?cent)\s*(?:infill|fill|filled|density|solid)\b/gi, percent],
  [
    /\b(?:infill|fill|density)(?:\s+density)?\s*(?:of|at|is|to|:|=)?\s*(\d{1,3})(?![.,]?\d)\s*(?:%|per ?cent)?/gi,
    percent,
  ],
  [/\b(?:fully|completely) solid\b|\bprint(?:ed)? (?:it )?solid\b/gi, () => 100],
]

/** Percent. */
export const readInfill = (text: string): Stated<number> => readStated(text, infills)

const millimeters = ([, digits]: RegExpExecArray): number | null => decimal(digits)

const layerHeights: readonly Pattern<number>[] = [
  [/(?<![\d.,])(\d?[.,]\d+)\s*(?:mm)?[\s-]*(?:thick\s+)?layers?\b/gi, millimeters],
  [/\blayers?(?:\s+heights?)?\s*(?:of|at|is|:|=)?\s*(\d?[.,]\d+)/gi, millimeters],
  [/(?<!\d)(\d{2,3})\s*(?:µm|um|microns?)[\s-]*layers?\b/gi, ([, digits]) => Number(digits) / 1000],
]

/** mm */
export const readLayerHeight = (text: string): Stated<number> => readStated(text, layerHeights)

const nozzle = ([, digits]: RegExpExecArray): number | null =>
  nozzleDiametersMm.find((diameter) => diameter === decimal(digits)) ?? null

const nozzles: readonly Pattern<number>[] = [
  [/(?<![\d.,])(\d?[.,]\d+|\d)\s*(?:mm)?[\s-]*nozzle\b/gi, nozzle],
  [/\bnozzle(?:\s+(?:diameter|size))?\s*(?:of|is|:|=)?\s*(\d?[.,]\d+|\d)(?![\d%])/gi, nozzle],
]

/** mm; one that the farm does not have is unclear. */
export const readNozzle = (text: string): Stated<number> => readStated(text, nozzles)

const flows: readonly Pattern<NozzleFlow>[] = [
  [/\bhigh[ -]flow\b/gi, () => 'high'],
  [/\b(?:standard|normal)[ -]flow\b/gi, () => 'standard'],
]

export const readNozzleFlow = (text: string): Stated<NozzleFlow> => readStated(text, flows)
