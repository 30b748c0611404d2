// Exact fractions of BigInt for reference calculations in tests: slow, small, and never rounded in between. Fractions
// are not reduced; the numbers of one price stay short enough.

/** The fraction n / d, with d always above 0. */
export type Rational = { readonly n: bigint; readonly d: bigint }

export const whole = (value: bigint | number): Rational => ({ n: BigInt(value), d: 1n })

export const add = (a: Rational, b: Rational): Rational => ({
  n: a.n * b.d + b.n * a.d,
  d: a.d * b.d,
})

export const subtract = (a: Rational, b: Rational): Rational => add(a, { n: -b.n, d: b.d })

export function multiply(...factors: readonly Rational[]): Rational {
  let n = 1n
  let d = 1n
  for (const factor of factors) {
    n *= factor.n
    d *= factor.d
  }
  return { n, d }
}

/** Divides; the divisor must be above 0. */
export const divide = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d, d: a.d * b.n })

export const less = (a: Rational, b: Rational): boolean => a.n * b.d < b.n * a.d

export const largest = (a: Rational, b: Rational): Rational => (less(a, b) ? b : a)

/** Returns the exact value of decimal text such as 12.50, .5 or 1e-7; a number means its shortest decimal form. */
export function decimal(text: string | number): Rational {
  const known = decimals.get(text)
  if (known !== undefined) return known
  const value = readDecimal(text)
  if (decimals.size < MAX_DECIMALS) decimals.set(text, value)
  return value
}

/**
 * Size of the cache: the rates and densities of the contract are read millions of times; weights and lengths seldom
 * repeat.
 */
const MAX_DECIMALS = 1_000
const decimals = new Map<string | number, Rational>()

function readDecimal(text: string | number): Rational {
  const parts = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(String(text))
  if (parts === null) throw new RangeError(`no decimal number: ${text}`)
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = parts
  const power = BigInt(exponent) - BigInt(fraction.length)
  const digits = BigInt(`${sign}${integer}${fraction}`)
  return power < 0n ? { n: digits, d: 10n ** -power } : whole(digits * 10n ** power)
}

/** Returns the exact binary value of a double, which seldom equals its decimal form. */
export function exactDouble(value: number): Rational {
  if (!Number.isFinite(value)) throw new RangeError(`no finite number: ${value}`)
  let scaled = value
  let denominator = 1n
  while (!Number.isInteger(scaled)) {
    scaled *= 2 // Doubling a double is exact.
    denominator *= 2n
  }
  return { n: BigInt(scaled), d: denominator }
}

export function floor({ n, d }: Rational): bigint {
  const quotient = n / d
  return n < 0n && quotient * d !== n ? quotient - 1n : quotient
}

export const ceiling = (value: Rational): bigint => -floor({ n: -value.n, d: value.d })

/** Rounds to the nearest whole number, a half upwards. */
export const roundHalfUp = ({ n, d }: Rational): bigint => floor({ n: 2n * n + d, d: 2n * d })
