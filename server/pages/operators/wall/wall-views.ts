// Views of the two wall modes: the farm now, and the farm over a range.
import { shopName } from '../../../domain/branding/branding.ts'
import { revenueCents } from '../../../domain/desk/throughput.ts'
import { count, hours, weight } from '../../base/figures.ts'
import { money } from '../../base/money.ts'
import { attentionText } from '../overview/attention.tsx'
import { openOrdersChart } from '../overview/open-orders-chart.ts'
import { tilesOf } from '../overview/overview.tsx'
import type { OverviewView } from '../overview/overview-view.ts'
import { todayChart } from '../overview/today-chart.tsx'
import { printersText } from '../printers/printer-words.tsx'
import { type ReportView, throughputCharts } from '../throughput/charts.ts'
import type { WallView } from './wall.tsx'

/** Returns the view of the farm now. `report` covers the last days, for the chart of printed hours. */
export function overviewWall(view: OverviewView, report: ReportView): WallView {
  const [open, backlog, arrived, shipped, , late, attention] = tilesOf(view)
  const tiles = [open, backlog, arrived, shipped].flatMap((tile) => tile ?? [])
  const worst = view.overview.attentionCount > 0 ? attention : late
  const last = worst === undefined ? [] : [{ ...worst, hint: wordsOf(view) }]
  return {
    title: shopName(),
    note: printersText(view.overview.printers),
    timeZone: view.timeZone,
    tiles: [...tiles, ...last],
    charts: [todayChart(view), openOrdersChart(view), throughputCharts(report).hours],
  }
}

/** Returns the text below the fifth number, which replaces the list of other screens. */
function wordsOf({ overview: { attention, open } }: OverviewView): string {
  const [first] = attention
  if (first === undefined) return open.late === 0 ? 'nothing is late' : 'past the promised date'
  return attentionText(first.kind, first.count)
}

export function throughputWall(view: ReportView): WallView {
  const { total } = view.report.throughput
  const { orders, hours: printed, revenue } = throughputCharts(view)
  return {
    title: `${shopName()}, ${view.report.range.from} to ${view.report.range.to}`,
    note: null,
    timeZone: view.timeZone,
    tiles: [
      { label: 'Orders in', value: count(total.received.orders) },
      { label: 'Orders out', value: count(total.shipped.orders) },
      { label: 'Machine hours', value: hours(total.printed.centihours) },
      { label: 'Filament', value: weight(total.printed.grams) },
      { label: 'Revenue', value: money(revenueCents(total)) },
    ],
    charts: [orders, printed, revenue],
  }
}
