// Decides whether a figure that was sampled during a soak is flat or grows.
import { median } from '../lib/statistics.ts'

export type Sample = { readonly minute: number; readonly value: number }

/**
 * `flat`: must not grow. `linear`: keeps one row per piece of work, and its growth must not
 * accelerate. `reported`: shown but not judged.
 */
export type Expectation = 'flat' | 'linear' | 'reported'

export type Series = {
  readonly name: string
  readonly unit: string
  readonly expected: Expectation
  /** Growth below this is noise, in the unit of the values. */
  readonly floor: number
  /** Samples, oldest first. */
  readonly samples: readonly Sample[]
}

export type Verdict = {
  readonly grows: boolean
  /** One sentence with the figures. */
  readonly reason: string
}

/** Share of the time that is warm-up: caches fill, pools open, and code is compiled. */
export const warmUpShare = 1 / 3
/** Allowed growth, as a share of the median. */
const allowedShare = 0.1
/** Maximum growth of the second half of the judged time, relative to the first half. */
const allowedAcceleration = 1.5
const fewestSamples = 6

/**
 * Judges the last two thirds. A flat figure grows if its growth over that time exceeds both a tenth
 * of its median and its floor. The growth is based on the median of the slopes between all pairs of
 * samples (Theil-Sen), so that single peaks do not matter. A linear figure grows too fast if the
 * second half of that time adds more than 1.5 times as much as the first half, and the difference
 * exceeds the floor.
 */
export function judge({ expected, floor, samples, unit }: Series): Verdict {
  const first = samples[0]?.minute ?? 0
  const last = samples.at(-1)?.minute ?? 0
  const from = first + (last - first) * warmUpShare
  const judged = samples.filter(({ minute }) => minute >= from)
  if (expected === 'reported') return { grows: false, reason: `not judged: ${ends(samples, unit)}` }
  if (judged.length < fewestSamples) return { grows: false, reason: 'too few samples to judge' }
  return expected === 'flat' ? judgeFlat(judged, floor, unit) : judgeLinear(judged, floor, unit)
}

function judgeFlat(judged: readonly Sample[], floor: number, unit: string): Verdict {
  const slope = medianSlope(judged)
  const minutes = (judged.at(-1)?.minute ?? 0) - (judged[0]?.minute ?? 0)
  const growth = slope * minutes
  const middle = median(judged.map(({ value }) => value))
  const allowed = Math.max(floor, allowedShare * Math.abs(middle))
  const size = `${signed(growth, unit)} in ${Math.round(minutes)} min at a median of ${shown(middle, unit)}`
  return { grows: growth > allowed, reason: `${size}; at most ${shown(allowed, unit)}` }
}

function judgeLinear(judged: readonly Sample[], floor: number, unit: string): Verdict {
  const middle = Math.floor(judged.length / 2)
  const perMinute = (from: Sample | undefined, to: Sample | undefined) =>
    ((to?.value ?? 0) - (from?.value ?? 0)) /
    Math.max(1e-9, (to?.minute ?? 0) - (from?.minute ?? 0))
  const early = perMinute(judged[0], judged[middle])
  const late = perMinute(judged[middle], judged.at(-1))
  const minutes = (judged.at(-1)?.minute ?? 0) - (judged[middle]?.minute ?? 0)
  const excess = (late - allowedAcceleration * early) * minutes
  const rates = `${shown(early, unit)} a minute, then ${shown(late, unit)}`
  return { grows: excess > floor, reason: `${rates}; at most ${allowedAcceleration} times as many` }
}

/**
 * Returns the median of the slopes between all pairs of samples, per minute; 0 for fewer than two
 * samples.
 */
export function medianSlope(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((one, at) =>
    samples
      .slice(at + 1)
      .filter(({ minute }) => minute > one.minute)
      .map((other) => (other.value - one.value) / (other.minute - one.minute)),
  )
  return slopes.length === 0 ? 0 : median(slopes)
}

const ends = (samples: readonly Sample[], unit: string): string =>
  `${shown(samples[0]?.value ?? 0, unit)} at the start, ${shown(samples.at(-1)?.value ?? 0, unit)} at the end`

/** Formats a number for display: one decimal below 100. */
export const shown = (value: number, unit: string): string => {
  const number =
    Math.abs(value) < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US')
  const text = number.replace(/\.0$/, '')
  return unit === '' ? text : `${text} ${unit}`
}

const signed = (value: number, unit: string): string =>
  `${value > 0 ? '+' : ''}${shown(value, unit)}`
