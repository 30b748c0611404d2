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

/** Machine hours given in hundredths: 6140 -> "61.4 h". */
export const hours = (hundredths: number): string => `${short.format(hundredths / 100)} h`

/** 0.0123 -> "1.2 %"; a share that is not zero never shows as zero. */
export function percent(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1 %'
  return `${short.format(share * 100)} %`
}

/** Seconds of a request: 0.0042 -> "4.2 ms", 1.25 -> "1.25 s". */
export function latency(seconds: number): string {
  if (seconds === 0) return '0 ms'
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(1)} ms`
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(2)} s`
}
