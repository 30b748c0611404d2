// Open orders by the step that they wait for.
import { openStatuses, shortLabel } from '../../../domain/orders/record/status.ts'
import { count } from '../../base/figures.ts'
import type { ChartProps } from '../parts/chart.tsx'
import type { OverviewView } from './overview-view.ts'

export function openOrdersChart({ overview: { open, openCount } }: OverviewView): ChartProps {
  return {
    id: 'open',
    title: 'Where are the open orders?',
    last: { value: count(openCount), label: 'open' },
    steps: openStatuses.map(shortLabel),
    series: [
      {
        name: 'Orders',
        mark: 'bar',
        tone: 'accent',
        values: openStatuses.map((status) => open.byStatus[status]),
      },
    ],
    format: count,
    empty: 'No order is open.',
    allSteps: true,
  }
}
