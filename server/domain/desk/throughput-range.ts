// The range of days and the step of a throughput page, read from its URL.

import { fail, ok, type Result } from '../base/result.ts'
import { addDays, type Day, daysBetween, isDay, weekdayOf } from '../base/time/day.ts'

export const steps = ['hour', 'day', 'week'] as const
export type RangeStep = (typeof steps)[number]

/** Whole days, both ends inclusive. For weeks, `from` is a Monday and `to` a Sunday. */
export type ThroughputRange = { readonly from: Day; readonly to: Day; readonly step: RangeStep }

export type RangeFailure =
  | { readonly kind: 'day_invalid'; readonly field: 'from' | 'to'; readonly value: string }
  | { readonly kind: 'step_invalid'; readonly value: string }
  | { readonly kind: 'range_reversed'; readonly from: Day; readonly to: Day }
  | { readonly kind: 'range_too_long'; readonly step: RangeStep; readonly maxDays: number }

/** Maximum range of each step in days. A chart has at most about 400 steps. */
export const maxDays: Readonly<Record<RangeStep, number>> = { hour: 14, day: 400, week: 2800 }

export type RangeQuery = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly step?: string | undefined
}

/** Reads the range. Default: the 30 days until today, by day. */
export function readRange(query: RangeQuery, today: Day): Result<ThroughputRange, RangeFailure> {
  const { from = '', to = '', step = '' } = query
  const chosen = step === '' ? 'day' : steps.find((each) => each === step)
  if (chosen === undefined) return fail({ kind: 'step_invalid', value: step })
  const last = to === '' ? today : to
  if (!isDay(last)) return fail({ kind: 'day_invalid', field: 'to', value: last })
  const first = from === '' ? addDays(last, 1 - defaultDays) : from
  if (!isDay(first)) return fail({ kind: 'day_invalid', field: 'from', value: first })
  if (first > last) return fail({ kind: 'range_reversed', from: first, to: last })
  if (daysBetween(first, last) >= maxDays[chosen]) {
    return fail({ kind: 'range_too_long', step: chosen, maxDays: maxDays[chosen] })
  }
  return ok(chosen === 'week' ? wholeWeeks(first, last) : { from: first, to: last, step: chosen })
}

const defaultDays = 30

/** Returns preset ranges. */
export function presets(today: Day): readonly { label: string; range: ThroughputRange }[] {
  const until = (days: number): Pick<ThroughputRange, 'from' | 'to'> => ({
    from: addDays(today, 1 - days),
    to: today,
  })
  return [
    { label: 'Today', range: { ...until(1), step: 'hour' } },
    { label: '7 days', range: { ...until(7), step: 'day' } },
    { label: '30 days', range: { ...until(30), step: 'day' } },
    { label: '90 days', range: { ...until(90), step: 'day' } },
    { label: '12 months', range: wholeWeeks(addDays(today, -363), today) },
  ]
}

/** Extends a range to weeks from Monday to Sunday. */
export function wholeWeeks(from: Day, to: Day): ThroughputRange {
  return { from: addDays(from, -weekdayOf(from)), to: addDays(to, 6 - weekdayOf(to)), step: 'week' }
}
