// Reads print settings from a form: defaults, clamping and silent corrections (contract.md 4.2).
import { cutText, severalLines, singleLine } from '../base/text/text.ts'
import {
  defaultPrintOptions,
  infillRange,
  layerHeightPercentRange,
  maxColorCharacters,
  maxNoteCharacters,
  type NozzleFlow,
  noColor,
  nozzleDiametersMm,
  quantityRange,
} from './options.ts'

/** Clamps to 1-50; 0 or an invalid number becomes 1. */
export function clampQuantity(text: string | undefined): number {
  return clamp(Math.trunc(numberOr(defaultPrintOptions.quantity, text)), quantityRange)
}

/** Clamps the percentage to 10-100. */
export function clampInfill(text: string | undefined): number {
  return clamp(Math.trunc(numberOr(defaultPrintOptions.infill, text)), infillRange)
}

/** Returns 0.2, 0.4, 0.6 or 0.8 mm; anything else becomes 0.4. */
export function snapNozzle(text: string | undefined): number {
  const fallback = defaultPrintOptions.nozzleDiameter
  const diameter = numberOr(fallback, text)
  return nozzleDiametersMm.find((known) => known === diameter) ?? fallback
}

/** Returns `high`; anything else is read as standard. */
export function readFlow(text: string | undefined): NozzleFlow {
  return text === 'high' ? 'high' : defaultPrintOptions.nozzleFlow
}

/** Clamps to 20-75% of the nozzle diameter: 0.08 to 0.30 mm for a 0.4 mm nozzle. */
export function clampLayerHeight(text: string | undefined, nozzleDiameter: number): number {
  return clamp(numberOr(defaultPrintOptions.layerHeight, text), layerHeightRangeMm(nozzleDiameter))
}

/** Returns the layer heights in mm that a nozzle of `nozzleDiameter` mm can print. */
export function layerHeightRangeMm(nozzleDiameter: number): Range {
  // Uses integers, because 0.4 x 0.75 is 0.30000000000000004 in doubles.
  const nozzleTenths = Math.round(nozzleDiameter * 10)
  const { min, max } = layerHeightPercentRange
  return { min: (nozzleTenths * min) / 1000, max: (nozzleTenths * max) / 1000 }
}

/**
 * Returns the note without invisible characters, cut to 1000 characters at a character boundary; null if nothing
 * remains.
 */
export function readNote(text: string | undefined): string | null {
  const note = severalLines(text ?? '')
  return note === '' ? null : cutText(note, maxNoteCharacters)
}

/** Returns the recorded color: the caller's text on one line, cut to 64 characters, or the literal `Default`. */
export function storedColor(text: string | undefined): string {
  const color = singleLine(text ?? '')
  return color === '' ? noColor : cutText(color, maxColorCharacters)
}

type Range = { readonly min: number; readonly max: number }

const clamp = (value: number, { min, max }: Range): number => Math.min(max, Math.max(min, value))

/** A plain decimal number. Hex, Infinity and words do not match. */
const decimal = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i

function numberOr(fallback: number, text: string | undefined): number {
  return text !== undefined && decimal.test(text.trim()) ? Number(text) : fallback
}
