// Reading of submitted fields and estimate fields, as plain reference functions of the tables of contract.md 4.2 and
// 4.5; independent of server/domain. When the contract is ambiguous, the docstring states the interpretation.
import { decimal, floor, less, type Rational, roundHalfUp } from './rational.ts'

/** A received form field; undefined when it was not sent. */
export type Field = string | undefined

/**
 * Clamps to 1-50; 0 or an invalid number becomes 1. Interpretation: a fraction is cut off (2.9 is 2), surrounding
 * white space is ignored, hexadecimal and Infinity are invalid.
 */
export function naiveQuantity(field: Field): number {
  return clamped(number(field), 1, 50, 1)
}

/** Clamps to 10-100. Interpretation: an empty or invalid number is the default 20, a fraction is cut off. */
export function naiveInfill(field: Field): number {
  return clamped(number(field), 10, 100, 20)
}

/** Returns 0.2, 0.4, 0.6 or 0.8; any other value becomes 0.4. Values are compared as numbers, so 0.40 equals 0.4. */
export function naiveNozzle(field: Field): number {
  const value = number(field)
  const sizes = ['0.2', '0.4', '0.6', '0.8']
  return Number(sizes.find((size) => value !== undefined && equal(value, decimal(size))) ?? '0.4')
}

/** Returns high only for the word high. Interpretation: an exact match, in lower case. */
export function naiveFlow(field: Field): 'standard' | 'high' {
  return field === 'high' ? 'high' : 'standard'
}

/**
 * Clamps to 20-75% of the nozzle. Interpretation: an empty or invalid number is the default 0.2, which is clamped too
 * (0.15 on a 0.2 nozzle); 0 and negative numbers are clamped up, not defaulted.
 */
export function naiveLayerHeight(field: Field, nozzleDiameter: number): number {
  const bounds: Record<number, readonly [string, string]> = {
    0.2: ['0.04', '0.15'],
    0.4: ['0.08', '0.30'],
    0.6: ['0.12', '0.45'],
    0.8: ['0.16', '0.60'],
  }
  const [lowest, highest] = bounds[nozzleDiameter] ?? ['0.08', '0.30']
  const value = number(field) ?? decimal('0.2')
  if (less(value, decimal(lowest))) return Number(lowest)
  if (less(decimal(highest), value)) return Number(highest)
  return number(field) === undefined ? 0.2 : Number(field)
}

/** POST /api/price: rounds (half up), at least 1. Interpretation: anything but a finite number is the default 1. */
export function naiveEstimateQuantity(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 1
  const rounded = roundHalfUp(decimal(value))
  return rounded < 1n ? 1 : Number(rounded)
}

/**
 * POST /api/price: trims to 64 characters; drops the color when a character is not allowed. Interpretation:
 * surrounding white space is removed first, then everything after 64 characters, then the rest is checked; letters
 * and digits are ASCII; an empty rest, or no string at all, counts as absent.
 */
export function naiveEstimateColor(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const cut = value.trim().slice(0, 64)
  return /^[A-Za-z0-9 #(),._-]+$/.test(cut) ? cut : undefined
}

/** Returns whether three sides in mm fit the 340 x 320 x 340 build volume when both are sorted. */
export function naiveFits(sides: readonly [number, number, number]): boolean {
  const [a = 0, b = 0, c = 0] = sides.toSorted((one, other) => other - one)
  return a <= 340 && b <= 340 && c <= 320
}

/** Returns the decimal number in a form field, or undefined. */
function number(field: Field): Rational | undefined {
  const text = field?.trim() ?? ''
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text) ? decimal(text) : undefined
}

function clamped(
  value: Rational | undefined,
  lowest: number,
  highest: number,
  otherwise: number,
): number {
  if (value === undefined) return otherwise
  const cut = value.n < 0n ? -floor({ n: -value.n, d: value.d }) : floor(value)
  if (cut < BigInt(lowest)) return lowest
  return cut > BigInt(highest) ? highest : Number(cut)
}

const equal = (a: Rational, b: Rational): boolean => !less(a, b) && !less(b, a)
