// Ranges of days in words and in addresses.
import { dateFormat } from '../../../domain/base/time/date-format.ts'
import {
  presets,
  type RangeFailure,
  type RangeQuery,
  type RangeStep,
  type ThroughputRange,
} from '../../../domain/desk/throughput-range.ts'
import type { Segment } from '../../../html/section.tsx'

export const rangeQuery = ({ from, to, step }: ThroughputRange): string =>
  new URLSearchParams({ from, to, step }).toString()

export function presetSegments(today: string, chosen: ThroughputRange | null): readonly Segment[] {
  return presets(today).map(({ label, range }) => {
    const query = rangeQuery(range)
    const isChosen = chosen !== null && rangeQuery(chosen) === query
    return { label, href: `/operator/throughput?${query}`, isChosen }
  })
}

/** Returns the invalid field, and the reason. */
export function rangeError(failure: RangeFailure): { field: keyof RangeQuery; text: string } {
  switch (failure.kind) {
    case 'day_invalid':
      return {
        field: failure.field,
        text: `“${failure.value}” is not a day. Enter one such as 2026-11-24.`,
      }
    case 'step_invalid':
      return { field: 'step', text: `“${failure.value}” is not a step. Choose hour, day or week.` }
    case 'range_reversed':
      return {
        field: 'from',
        text: `The range begins on ${failure.from}, after its end on ${failure.to}. Swap the two days.`,
      }
    case 'range_too_long':
      return {
        field: 'step',
        text: `A range by ${failure.step} has at most ${failure.maxDays} days. Choose a shorter range or a longer step.`,
      }
  }
}

/** Returns the labels of steps in charts and tables, in the farm's time zone. */
export function stepLabels(
  steps: readonly { readonly at: Date }[],
  step: RangeStep,
  timeZone: string,
): readonly string[] {
  const isOneDay = step === 'hour' && steps.length <= 25
  const day = { month: 'short', day: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const parts = {
    ...(isOneDay ? time : step === 'hour' ? { ...day, ...time } : day),
    ...(step === 'day' && { weekday: 'short' as const }),
  }
  const form = dateFormat(parts, timeZone)
  const prefix = step === 'week' ? 'Week of ' : ''
  return steps.map(({ at }) => `${prefix}${form.format(at)}`)
}
