// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Grafana replaces its own variables
// The kinds of panel that the boards consist of. Each shows its unit, says how to read it and links to a page of the desk.
import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog'
import {
  BigValueGraphMode,
  type DataSourceRef,
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  SortOrder,
  StackingConfigBuilder,
  StackingMode,
  TableSortByFieldStateBuilder,
  TooltipDisplayMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common'
import {
  DashboardLinkBuilder,
  DashboardLinkType,
  type Panel,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder as StatPanel } from '@grafana/grafana-foundation-sdk/stat'
import { PanelBuilder as TablePanel } from '@grafana/grafana-foundation-sdk/table'
import { PanelBuilder as TimeSeriesPanel } from '@grafana/grafana-foundation-sdk/timeseries'
import { type Bounds, thresholdsOf } from './thresholds.ts'

/** Pages of the operators' desk to which panels link. */
export type DeskPage =
  | '/operator'
  | '/operator/queue'
  | '/operator/jobs'
  | '/operator/filament'
  | '/operator/throughput'
  | '/operator/money'
  | '/operator/mail'
  | '/operator/system'
  | '/operator/failed'

/** The data source and the desk's address are selected on the board. */
export const dataSource: DataSourceRef = { type: 'prometheus', uid: '${datasource}' }
export const deskAddress = '${desk:raw}'

type Query = {
  readonly expr: string
  /** Legend. Labels in double braces are replaced by their values. */
  readonly legend: string
}

type PanelOptions = {
  /** Title, as a question. */
  readonly title: string
  /** How to read the panel, and what to do. */
  readonly description: string
  /** A unit of @grafana/grafana-foundation-sdk/units. */
  readonly unit: string
  readonly page: DeskPage
  readonly queries: readonly Query[]
  readonly bounds?: Bounds
  readonly decimals?: number
}

/** Thresholds for the share of errors. The alerts fire at `critical`. */
export const errorBounds = { warning: 0.01, critical: 0.05 } as const

export type PanelSource = Builder<Panel>

/** Builds lines over time, half a row wide. */
export function series(options: PanelOptions & { readonly stacked?: true }): PanelSource {
  const panel = new TimeSeriesPanel()
    .title(options.title)
    .description(options.description)
    .datasource(dataSource)
    .unit(options.unit)
    .min(0)
    .span(12)
    .height(8)
    .lineWidth(1)
    .fillOpacity(options.stacked ? 30 : 5)
    .legend(
      new VizLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.Table)
        .placement(LegendPlacement.Right)
        .showLegend(true)
        .calcs(['lastNotNull', 'max']),
    )
    .tooltip(
      new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending),
    )
    .thresholds(thresholdsOf(options.bounds))
    .links([deskLink(options.page)])
    .targets(options.queries.map(rangeQuery))
  if (options.stacked) panel.stacking(new StackingConfigBuilder().mode(StackingMode.Normal))
  if (options.decimals !== undefined) panel.decimals(options.decimals)
  if (options.bounds !== undefined) {
    panel.thresholdsStyle(
      new GraphThresholdsStyleConfigBuilder().mode(GraphThresholdsStyleMode.Dashed),
    )
  }
  return panel
}

/** Builds a single number with its trend behind it. `span` is its width in columns of 24; the stats of a row must fill it. */
export function stat(
  options: PanelOptions & { readonly span?: number; readonly noValue?: string },
): PanelSource {
  const panel = new StatPanel()
    .title(options.title)
    .description(options.description)
    .datasource(dataSource)
    .unit(options.unit)
    .span(options.span ?? 4)
    .height(4)
    .graphMode(BigValueGraphMode.Area)
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']).values(false))
    .thresholds(thresholdsOf(options.bounds))
    .links([deskLink(options.page)])
    .targets(options.queries.map(rangeQuery))
  if (options.decimals !== undefined) panel.decimals(options.decimals)
  if (options.noValue !== undefined) panel.noValue(options.noValue)
  return panel
}

type Column = Query & {
  readonly unit: string
  readonly bounds?: Bounds
}

/**
 * Builds a table with a row per combination of `labels` and a column per query, a whole row wide. Sorts by the first column with bounds,
 * worst row first.
 */
export function table(
  options: Omit<PanelOptions, 'queries' | 'bounds'> & {
    readonly labels: readonly string[]
    readonly columns: readonly Column[]
  },
): PanelSource {
  const sorted = options.columns.find(({ bounds }) => bounds !== undefined)
  const panel = new TablePanel()
    .title(options.title)
    .description(options.description)
    .datasource(dataSource)
    .unit(options.unit)
    .span(24)
    .height(10)
    .links([deskLink(options.page)])
    .targets(options.columns.map(instantQuery))
    .sortBy([new TableSortByFieldStateBuilder().displayName(sorted?.legend ?? '').desc(true)])
    .withTransformation({ id: 'merge', options: {} })
    .withTransformation({
      id: 'organize',
      options: {
        excludeByName: { Time: true },
        indexByName: Object.fromEntries(options.labels.map((label, index) => [label, index])),
        renameByName: Object.fromEntries(
          options.columns.map(({ legend }, index) => [`Value #${refId(index)}`, legend]),
        ),
      },
    })
  for (const { legend, unit, bounds } of options.columns) {
    const properties = [{ id: 'unit', value: unit }]
    panel.overrideByName(legend, [...properties, ...(bounds ? coloredBy(bounds) : [])])
  }
  return panel
}

function coloredBy(bounds: Bounds) {
  return [
    { id: 'thresholds', value: thresholdsOf(bounds).build() },
    { id: 'custom.cellOptions', value: { type: 'color-text' } },
  ]
}

const refId = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index)

const rangeQuery = ({ expr, legend }: Query, index: number): Builder<Dataquery> =>
  new DataqueryBuilder()
    .refId(refId(index))
    .datasource(dataSource)
    .expr(expr)
    .legendFormat(legend)
    .range()

const instantQuery = ({ expr, legend }: Query, index: number): Builder<Dataquery> =>
  new DataqueryBuilder()
    .refId(refId(index))
    .datasource(dataSource)
    .expr(expr)
    .legendFormat(legend)
    .format(PromQueryFormat.Table)
    .instant()

const deskLink = (page: DeskPage) =>
  new DashboardLinkBuilder("Open the desk's page")
    .type(DashboardLinkType.Link)
    .url(`${deskAddress}${page}`)
    .targetBlank(true)

/**
 * Returns a query for the exact count of rare events within the window before each moment, by a label: increase() extrapolates. A series
 * without history counts from zero if Prometheus was running at that time; a younger Prometheus counts from its first scrape.
 */
export function countedWithin(window: '1h' | '1d', counter: string, label: string): string {
  const sum = `sum by (${label})`
  return [
    `(${sum} (${counter}) - ${sum} (${counter} offset ${window}))`,
    `(${sum} (${counter}) and on () count(http_requests_total offset ${window}))`,
    `(${sum} (${counter}) - ${sum} (min_over_time(${counter}[${window}])))`,
  ].join(' or ')
}

/**
 * Returns a query for the exact count of rare events within a day: increase() extrapolates. The counters are totals in the database and
 * never decrease. If Prometheus is younger than a day, it counts from its start.
 */
export const countedInADay = (selector: string): string => countedIn('1d', selector)

/** Like `countedInADay`, within an hour. */
export const countedInAnHour = (selector: string): string => countedIn('1h', selector)

const countedIn = (window: string, selector: string): string =>
  `sum(${selector}) - (sum(${selector} offset ${window}) or sum(min_over_time(${selector}[${window}])))`
