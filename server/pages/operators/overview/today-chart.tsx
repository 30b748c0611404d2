// Incoming and completed orders today, by hour.
import { dateFormat } from '../../../domain/base/time/date-format.ts'
import { count } from '../../base/figures.ts'
import { Chart, type ChartProps } from '../parts/chart.tsx'
import type { OverviewView } from './overview-view.ts'

export function TodayChart(view: OverviewView) {
  return <Chart {...todayChart(view)} />
}

export function todayChart({ overview: { today }, timeZone }: OverviewView): ChartProps {
  const hour = dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, timeZone)
  const { steps, total } = today
  return {
    id: 'today',
    title: 'Are we keeping up today?',
    last: {
      value: `${count(total.received.orders)} in, ${count(total.shipped.orders)} out`,
      label: 'so far',
    },
    steps: steps.map(({ at }) => hour.format(at)),
    series: [
      {
        name: 'Orders in',
        mark: 'bar',
        tone: 'accent',
        values: steps.map(({ received }) => received.orders),
      },
      {
        name: 'Orders out',
        mark: 'bar',
        tone: 'muted',
        values: steps.map(({ shipped }) => shipped.orders),
      },
    ],
    format: count,
    empty: 'No order came in or went out today.',
  }
}
