// Print settings as they arrive in a form: defaults, clamps and silent corrections of service.md, "POST /api/print/orders".
import { cutText, severalLines, singleLine } from '../base/text.ts'
import type { NozzleFlow } from './options.ts'

/** Clamped to 1-50; 0 or not a number becomes 1. */
export function clampQuantity(text: string | undefined): number {
  const quantity = Math.trunc(numberOr(1, text))
  return Math.min(50, Math.max(1, quantity))
}

/** Percent, clamped to 10-100. */
export function clampInfill(text: string | undefined): number {
  return Math.min(100, Math.max(10, Math.trunc(numberOr(20, text))))
}

/** 0.2, 0.4, 0.6 or 0.8 mm; anything else becomes 0.4. */
export function snapNozzle(text: string | undefined): number {
  const diameter = numberOr(0.4, text)
  return [0.2, 0.4, 0.6, 0.8].includes(diameter) ? diameter : 0.4
}

/** `high`, or anything else read as standard. */
export function readFlow(text: string | undefined): NozzleFlow {
  return text === 'high' ? 'high' : 'standard'
}

/** Clamped to 20-75 % of the nozzle: 0.08 to 0.30 mm on a 0.4 mm nozzle. */
export function clampLayerHeight(text: string | undefined, nozzleDiameter: number): number {
  const nozzleTenths = Math.round(nozzleDiameter * 10)
  const smallest = (nozzleTenths * 2) / 100
  const largest = (nozzleTenths * 75) / 1000
  return Math.min(largest, Math.max(smallest, numberOr(0.2, text)))
}

/** The note without invisible characters, cut to 1000 characters, never inside one; null when nothing is left. */
export function readNote(text: string | undefined): string | null {
  const note = severalLines(text ?? '')
  return note === '' ? null : cutText(note, 1000)
}

/** The stored colour: the caller's words on one line, cut to 64 characters, or the literal `Default`. */
export function storedColor(text: string | undefined): string {
  const color = singleLine(text ?? '')
  return color === '' ? 'Default' : cutText(color, 64)
}

/** A plain decimal number; hex, Infinity and words are no numbers. */
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i

function numberOr(fallback: number, text: string | undefined): number {
  return text !== undefined && decimal.test(text.trim()) ? Number(text) : fallback
}
