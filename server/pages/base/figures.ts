// Numbers and weights as pages show them.

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** 12345 -> "12,345". */
export const count = (value: number): string => whole.format(value)

/** 2.9667 -> "3", 0.45 -> "0.5". */
export const tenths = (value: number): string => short.format(value)

/** 950 -> "950 g", 12345 -> "12.3 kg". */
export const weight = (grams: number): string =>
  grams < 1000 ? `${whole.format(grams)} g` : `${short.format(grams / 1000)} kg`

/** "12 orders", "1 order". */
export const countOf = (value: number, noun: string): string =>
  `${count(value)} ${noun}${value === 1 ? '' : 's'}`

/**
 * Machine hours given in hundredths: 0 -> "0 h", 95 -> "57 min", 6140 -> "61.4 h", 4_275_200 -> "42,752 h". The hours
 * of an order are planned values (decisions.md 53).
 */
export function hours(hundredths: number): string {
  if (hundredths === 0) return '0 h'
  if (hundredths < 100) return `${Math.max(1, Math.round(hundredths * 0.6))} min`
  return `${(hundredths < 10_000 ? short : whole).format(hundredths / 100)} h`
}

/** 0.0123 -> "1.2%". A nonzero share is never shown as zero. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1%'
  return `${short.format(share * 100)}%`
}

/** Seconds of a request: 0.0042 -> "4.2 ms", 1.25 -> "1.25 s". */
export function latency(seconds: number): string {
  if (seconds === 0) return '0 ms'
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(1)} ms`
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(2)} s`
}
