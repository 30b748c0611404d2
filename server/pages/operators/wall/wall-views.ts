// What the two wall modes show: the farm now, and the farm over a range.
import { revenueCents } from '../../../domain/desk/throughput.ts'
import { count, hours, weight } from '../../base/figures.ts'
import { money } from '../../base/money.ts'
import { openOrdersChart } from '../overview/open-orders-chart.ts'
import { type OverviewView, tilesOf } from '../overview/overview.tsx'
import { todayChart } from '../overview/today-chart.tsx'
import { type ReportView, throughputCharts } from '../throughput/charts.ts'
import type { WallView } from './wall.tsx'

/** `report`: the last days, for the chart of printed hours. */
export function overviewWall(view: OverviewView, report: ReportView): WallView {
  const [open, backlog, arrived, shipped, , late, attention] = tilesOf(view)
  const tiles = [open, backlog, arrived, shipped].flatMap((tile) => tile ?? [])
  const worst = view.overview.attentionCount > 0 ? attention : late
  return {
    title: 'Print farm',
    tiles: worst === undefined ? tiles : [...tiles, worst],
    charts: [todayChart(view), openOrdersChart(view), throughputCharts(report).hours],
  }
}

export function throughputWall(view: ReportView): WallView {
  const { total } = view.report.throughput
  const { orders, hours: printed, revenue } = throughputCharts(view)
  return {
    title: `Print farm, ${view.report.range.from} to ${view.report.range.to}`,
    tiles: [
      { label: 'Orders in', value: count(total.received.orders) },
      { label: 'Orders out', value: count(total.shipped.orders) },
      { label: 'Machine hours', value: hours(total.printed.hoursHundredths) },
      { label: 'Filament', value: weight(total.printed.grams) },
      { label: 'Revenue', value: money(revenueCents(total)) },
    ],
    charts: [orders, printed, revenue],
  }
}
