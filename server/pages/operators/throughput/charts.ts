// Charts of the throughput page. Each answers one question over the same steps.
import { noMoves, revenueCents, type SumsByKind } from '../../../domain/desk/throughput.ts'
import type { FarmReport } from '../../../domain/desk/throughput-report.ts'
import { count, hours, tenths, weight } from '../../base/figures.ts'
import { money } from '../../base/money.ts'
import type { ChartProps, ChartSeries } from '../parts/chart.tsx'
import { stepLabels } from './range-words.ts'

export type ReportView = { readonly report: FarmReport; readonly timeZone: string }

export const chartNames = ['orders', 'hours', 'parts', 'grams', 'revenue', 'dropped'] as const
export type ChartName = (typeof chartNames)[number]

export const chartNameOf = (name: string): ChartName | null =>
  chartNames.find((each) => each === name) ?? null

export const stepWords = { hour: 'an hour', day: 'a day', week: 'a week' } as const

export function throughputCharts({
  report,
  timeZone,
}: ReportView): Readonly<Record<ChartName, ChartProps>> {
  const { throughput, range, capacityHours, running } = report
  const { steps } = throughput
  const per = stepWords[range.step]
  const labels = stepLabels(steps, range.step, timeZone)
  const last = steps.at(running ?? -1) ?? noMoves
  const lastLabel = labels.at(running ?? -1) ?? ''
  const series = (
    name: string,
    tone: ChartSeries['tone'],
    value: (sums: SumsByKind) => number,
  ): ChartSeries => ({ name, tone, mark: 'bar', values: steps.map(value) })
  const mean = (value: (sums: SumsByKind) => number) =>
    meanOf(steps.slice(0, running ?? steps.length).map(value))
  /** `average`: average of the finished steps. */
  const shared = (id: ChartName, value: string, average: string) => ({
    id,
    steps: labels,
    running,
    last: {
      value,
      label: `${lastLabel}${running === null ? '' : ' so far'}`,
      ...(steps.length > 2 && {
        average: running === null ? average : `${average} (without ${lastLabel})`,
      }),
    },
    empty: 'Nothing in this range.',
  })
  return {
    orders: {
      ...shared(
        'orders',
        `${count(last.received.orders)} in, ${count(last.shipped.orders)} out`,
        `${count(mean(({ received }) => received.orders))} in, ${count(mean(({ shipped }) => shipped.orders))} out`,
      ),
      title: `How many orders come in and go out ${per}?`,
      series: [
        series('Orders in', 'accent', ({ received }) => received.orders),
        series('Orders out', 'muted', ({ shipped }) => shipped.orders),
      ],
      format: count,
    },
    hours: {
      ...shared(
        'hours',
        hours(last.printed.centihours),
        hours(mean(({ printed }) => printed.centihours)),
      ),
      title: `How much do we print ${per}?`,
      series: [series('Machine hours', 'accent', ({ printed }) => printed.centihours)],
      target: {
        value: capacityHours * 100,
        label: `Capacity, ${hours(capacityHours * 100)}`,
      },
      format: hours,
    },
    parts: {
      ...shared('parts', count(last.printed.parts), count(mean(({ printed }) => printed.parts))),
      title: `How many parts do we print ${per}, scrap included?`,
      series: [series('Parts', 'accent', ({ printed }) => printed.parts)],
      format: count,
    },
    grams: {
      ...shared('grams', weight(last.printed.grams), weight(mean(({ printed }) => printed.grams))),
      title: `How much filament do we print ${per}?`,
      series: [series('Filament', 'accent', ({ printed }) => printed.grams)],
      format: weight,
    },
    revenue: {
      ...shared('revenue', money(revenueCents(last)), money(Math.round(mean(revenueCents)))),
      title: `What do we earn ${per}?`,
      series: [
        series('Taken in', 'accent', ({ received }) => received.cents),
        series('Refunded', 'broken', ({ refunded }) => refunded.cents),
      ],
      format: money,
    },
    dropped: {
      ...shared(
        'dropped',
        count(last.dropped.orders),
        tenths(mean(({ dropped }) => dropped.orders)),
      ),
      title: `How many paid orders do we lose ${per}?`,
      series: [series('Cancelled or rejected', 'broken', ({ dropped }) => dropped.orders)],
      format: count,
    },
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
