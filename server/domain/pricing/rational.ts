// Exact arithmetic for weights and hours: rational numbers of big integers, rounded only at the end.

export type Rational = { readonly numerator: bigint; readonly denominator: bigint }

/** Returns the exact binary value of a finite, nonnegative double. */
export function rationalOfDouble(value: number): Rational {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, value)
  const high = bits.getUint32(0)
  const exponentField = (high >>> 20) & 0x7ff
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(bits.getUint32(4))
  const mantissa = exponentField === 0 ? fraction : fraction | (1n << 52n)
  const exponent = (exponentField === 0 ? 1 : exponentField) - 1075
  return exponent >= 0
    ? { numerator: mantissa << BigInt(exponent), denominator: 1n }
    : { numerator: mantissa, denominator: 1n << BigInt(-exponent) }
}

/** Returns the shortest decimal that parses to the nonnegative double: 0.2 is two tenths. */
export function rationalOfDecimal(value: number): Rational {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  const shift = Number(exponent) - fraction.length
  const numerator = BigInt(whole + fraction)
  return shift >= 0
    ? { numerator: numerator * 10n ** BigInt(shift), denominator: 1n }
    : { numerator, denominator: 10n ** BigInt(-shift) }
}

/** Rounds a nonnegative quotient half up. */
export function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

/** Rounds a nonnegative quotient up. */
export function roundUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}
