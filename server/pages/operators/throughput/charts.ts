// The charts of the throughput page, each of which answers one question over the same steps.
import { noMoves, revenueCents, type SumsByKind } from '../../../domain/desk/throughput.ts'
import type { FarmReport, ThroughputReport } from '../../../domain/desk/throughput-report.ts'
import { count, hours, weight } from '../../base/figures.ts'
import { money } from '../../base/money.ts'
import type { ChartProps, ChartSeries } from '../parts/chart.tsx'
import { stepLabels } from './range-words.ts'

export type ReportView = { readonly report: FarmReport; readonly timeZone: string }

export const chartNames = ['orders', 'hours', 'parts', 'grams', 'revenue', 'dropped'] as const
export type ChartName = (typeof chartNames)[number]

const stepWords = { hour: 'an hour', day: 'a day', week: 'a week' } as const

export function throughputCharts({
  report,
  timeZone,
}: ReportView): Readonly<Record<ChartName, ChartProps>> {
  const { throughput, range, capacityHours } = report
  const { steps } = throughput
  const per = stepWords[range.step]
  const labels = stepLabels(steps, range.step, timeZone)
  const last = steps.at(-1) ?? noMoves
  const lastLabel = labels.at(-1) ?? ''
  const series = (
    name: string,
    tone: ChartSeries['tone'],
    value: (sums: SumsByKind) => number,
  ): ChartSeries => ({ name, tone, mark: 'bar', values: steps.map(value) })
  const shared = (id: ChartName, value: string) => ({
    id,
    steps: labels,
    last: { value, label: lastLabel },
    empty: 'Nothing in this range.',
  })
  return {
    orders: {
      ...shared('orders', `${count(last.received.orders)} in, ${count(last.shipped.orders)} out`),
      title: `How many orders come in and go out ${per}?`,
      series: [
        series('Orders in', 'accent', ({ received }) => received.orders),
        series('Orders out', 'muted', ({ shipped }) => shipped.orders),
      ],
      format: count,
    },
    hours: {
      ...shared('hours', hours(last.printed.hoursHundredths)),
      title: `How much do we print ${per}?`,
      series: [series('Machine hours', 'accent', ({ printed }) => printed.hoursHundredths)],
      target: {
        value: capacityHours * 100,
        label: `Capacity, ${hours(capacityHours * 100)}`,
      },
      format: hours,
    },
    parts: {
      ...shared('parts', count(last.printed.parts)),
      title: `How many parts do we finish ${per}?`,
      series: [series('Parts', 'accent', ({ printed }) => printed.parts)],
      format: count,
    },
    grams: {
      ...shared('grams', weight(last.printed.grams)),
      title: `How much filament do we print ${per}?`,
      series: [series('Filament', 'accent', ({ printed }) => printed.grams)],
      format: weight,
    },
    revenue: {
      ...shared('revenue', money(revenueCents(last))),
      title: `What do we earn ${per}?`,
      series: [
        series('Taken in', 'accent', ({ received }) => received.cents),
        series('Refunded', 'broken', ({ refunded }) => refunded.cents),
      ],
      format: money,
    },
    dropped: {
      ...shared('dropped', count(last.dropped.orders)),
      title: `How many paid orders do we lose ${per}?`,
      series: [series('Cancelled or rejected', 'broken', ({ dropped }) => dropped.orders)],
      format: count,
    },
  }
}

/** Metrics have no weeks: a range of weeks is shown by day, as far back as there are metrics. */
export function requestsChart({ requests, range }: ThroughputReport, timeZone: string): ChartProps {
  const step = range.step === 'hour' ? 'hour' : 'day'
  const times = new Set(requests.flatMap(({ points }) => points.map(({ at }) => at.getTime())))
  const steps = [...times].sort((a, b) => a - b).map((time) => ({ at: new Date(time) }))
  // Days of metrics begin at midnight UTC.
  const labels = stepLabels(steps, step, step === 'day' ? 'UTC' : timeZone)
  const valuesOf = (isCounted: (statusClass: string) => boolean) =>
    steps.map(({ at }) =>
      requests
        .filter(({ labels: { status_class: statusClass = '' } }) => isCounted(statusClass))
        .flatMap(({ points }) => points)
        .filter((point) => point.at.getTime() === at.getTime())
        .reduce((sum, { value }) => sum + value, 0),
    )
  const all = valuesOf(() => true)
  return {
    id: 'requests',
    title: `How many requests does the service take ${stepWords[step]}?`,
    last: { value: count(all.at(-1) ?? 0), label: labels.at(-1) ?? '' },
    steps: labels,
    series: [
      { name: 'Requests', mark: 'bar', tone: 'accent', values: all },
      {
        name: 'Errors of ours',
        mark: 'bar',
        tone: 'broken',
        values: valuesOf((one) => one === '5xx'),
      },
    ],
    format: count,
    empty: 'No requests are recorded for this range; metrics are kept for 35 days.',
  }
}
