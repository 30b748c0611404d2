// Tables of the throughput page, for the page and for files. Files have the same rows with plain numbers.

import { csvField } from '../../../domain/base/text/csv.ts'
import { hoursOfCentihours } from '../../../domain/base/time/centihours.ts'
import {
  type ModelPrinting,
  type PrintFailure,
  printingOfAll,
  type ScrapCount,
} from '../../../domain/desk/printing.ts'
import { revenueCents, type SumsByKind, type Throughput } from '../../../domain/desk/throughput.ts'
import type { RangeStep } from '../../../domain/desk/throughput-range.ts'
import type { ThroughputReport } from '../../../domain/desk/throughput-report.ts'
import { scrapReasonLabels } from '../../../domain/farm/jobs/scrap-reason.ts'
import type { MetricLatency, PoolState } from '../../../domain/metrics/ports.ts'
import { dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import { count, hours, latency, percent, weight } from '../../base/figures.ts'
import { money } from '../../base/money.ts'
import { stepLabels } from './range-words.ts'

export type ReportColumn<Row> = {
  readonly label: string
  /** Heading of the column in files, including its unit. */
  readonly heading: string
  readonly value: (row: Row) => string | number
  /** Formats a number for the page. Texts are shown unchanged. */
  readonly format?: (value: number) => string
}

const sums: readonly ReportColumn<SumsByKind>[] = [
  {
    label: 'Orders in',
    heading: 'orders_in',
    value: ({ received }) => received.orders,
    format: count,
  },
  {
    label: 'Orders out',
    heading: 'orders_out',
    value: ({ shipped }) => shipped.orders,
    format: count,
  },
  {
    label: 'Lost',
    heading: 'orders_dropped',
    value: ({ dropped }) => dropped.orders,
    format: count,
  },
  {
    label: 'Parts printed',
    heading: 'parts_printed',
    value: ({ printed }) => printed.parts,
    format: count,
  },
  {
    label: 'Filament',
    heading: 'grams_printed',
    value: ({ printed }) => printed.grams,
    format: weight,
  },
  {
    label: 'Print hours',
    heading: 'hours_printed',
    value: ({ printed }) => hoursOfCentihours(printed.centihours),
    format: (value) => hours(value * 100),
  },
  {
    label: 'Revenue',
    heading: 'revenue_dollars',
    value: (row) => dollarsOfCents(revenueCents(row)),
    format: (value) => money(Math.round(value * 100)),
  },
]

type NamedSums = SumsByKind & { readonly name: string }

const groupColumns = (
  label: string,
  nameOf: (name: string) => string = (name) => name,
): readonly ReportColumn<NamedSums>[] => [
  { label, heading: label.toLowerCase(), value: ({ name }) => nameOf(name) },
  ...sums,
]

const latencyColumns: readonly ReportColumn<MetricLatency>[] = [
  { label: 'Requests', heading: 'requests', value: ({ count: all }) => all, format: count },
  {
    label: 'Errors',
    heading: 'error_share',
    value: ({ errors, count: all }) => errors / all,
    format: percent,
  },
  { label: 'p50', heading: 'p50_seconds', value: ({ p50 }) => p50, format: latency },
  { label: 'p95', heading: 'p95_seconds', value: ({ p95 }) => p95, format: latency },
  { label: 'p99', heading: 'p99_seconds', value: ({ p99 }) => p99, format: latency },
]

export const materialColumns = groupColumns('Material', (name) => name.toUpperCase())
export const colorColumns = groupColumns('Color')
export const routeColumns: readonly ReportColumn<MetricLatency>[] = [
  {
    label: 'Route',
    heading: 'route',
    value: ({ labels }) => `${labels['method']} ${labels['route']}`,
  },
  ...latencyColumns,
]
export const toolColumns: readonly ReportColumn<MetricLatency>[] = [
  { label: 'Tool', heading: 'tool', value: ({ labels }) => labels['tool'] ?? '' },
  ...latencyColumns,
]
export const poolColumns: readonly ReportColumn<PoolState>[] = [
  { label: 'Pool', heading: 'pool', value: ({ pool }) => pool },
  { label: 'In use', heading: 'busy', value: ({ busy }) => busy, format: count },
  { label: 'Capacity', heading: 'workers', value: ({ workers }) => workers, format: count },
  { label: 'Waiting', heading: 'waiting', value: ({ waiting }) => waiting, format: count },
  { label: 'Processes', heading: 'processes', value: ({ processes }) => processes, format: count },
]

const hoursColumn = (
  label: string,
  heading: string,
  value: (row: ModelPrinting) => number,
): ReportColumn<ModelPrinting> => ({
  label,
  heading,
  value,
  format: (found) => hours(found * 100),
})

/** Column of shares. Empty if the total is zero. */
const shareColumn = (
  label: string,
  heading: string,
  value: (row: ModelPrinting) => readonly [number, number],
): ReportColumn<ModelPrinting> => ({
  label,
  heading,
  value: (row) => {
    const [part, whole] = value(row)
    return whole === 0 ? '' : part / whole
  },
  format: percent,
})

export const modelColumns: readonly ReportColumn<ModelPrinting>[] = [
  { label: 'Model', heading: 'model', value: ({ model }) => model ?? 'Not known' },
  { label: 'Prints', heading: 'prints', value: ({ prints }) => prints, format: count },
  hoursColumn('Planned', 'hours_planned', ({ plannedHours }) => plannedHours),
  hoursColumn('Actual', 'hours_actual', ({ printedHours }) => printedHours),
  shareColumn('Actual of planned', 'actual_of_planned', ({ printedHours, plannedHours }) => [
    printedHours,
    plannedHours,
  ]),
  hoursColumn('Printer hours', 'hours_of_printers', ({ printerHours }) => printerHours),
  shareColumn('Printing', 'printing_share', ({ printedHours, printerHours }) => [
    printedHours,
    printerHours,
  ]),
  shareColumn('Scrap', 'scrap_share', ({ scrap, parts }) => [scrap, parts]),
]
export const failureColumns: readonly ReportColumn<PrintFailure>[] = [
  { label: 'Reason', heading: 'reason', value: ({ reason }) => reason },
  { label: 'Times', heading: 'times', value: ({ times }) => times, format: count },
]

/** `total` is all scrap in the table, for computing shares. */
export type ScrapRow = ScrapCount & { readonly total: number }

export const scrapRows = (counts: readonly ScrapCount[]): readonly ScrapRow[] => {
  const total = counts.reduce((sum, { parts }) => sum + parts, 0)
  return counts.map((reasonCount) => ({ ...reasonCount, total }))
}

export const scrapColumns: readonly ReportColumn<ScrapRow>[] = [
  {
    label: 'Reason',
    heading: 'reason',
    value: ({ reason }) => (reason === null ? 'Not said' : scrapReasonLabels[reason]),
  },
  { label: 'Parts', heading: 'parts', value: ({ parts }) => parts, format: count },
  {
    label: 'Share',
    heading: 'share',
    value: ({ parts, total }) => parts / total,
    format: percent,
  },
]

/** Returns the models, followed by their totals if there are several. */
export const modelRows = (models: readonly ModelPrinting[]): readonly ModelPrinting[] =>
  models.length < 2 ? models : [...models, { model: 'All', ...printingOfAll(models) }]

const farmTables = ['steps', 'materials', 'colors'] as const
const serviceTables = ['models', 'failures', 'scrap', 'routes', 'tools', 'pools'] as const
export type FarmTable = (typeof farmTables)[number]
export type ServiceTable = (typeof serviceTables)[number]
export type CsvTable = FarmTable | ServiceTable

export const farmTableOf = (name: string): FarmTable | null =>
  farmTables.find((each) => each === name) ?? null

export const serviceTableOf = (name: string): ServiceTable | null =>
  serviceTables.find((each) => each === name) ?? null

/** Returns a table of farm output as CSV (RFC 4180), with the start of each step in ISO 8601. */
export function farmCsv(
  { throughput, step }: { readonly throughput: Throughput; readonly step: RangeStep },
  table: FarmTable,
  timeZone: string,
): string {
  switch (table) {
    case 'steps': {
      const labels = stepLabels(throughput.steps, step, timeZone)
      const rows = throughput.steps.map((one, index) => ({ ...one, label: labels[index] ?? '' }))
      return csv(rows, [
        { label: 'From', heading: 'from', value: ({ at }) => at.toISOString() },
        { label: 'Step', heading: step, value: ({ label }) => label },
        ...sums,
      ])
    }
    case 'materials':
      return csv(throughput.materials, materialColumns)
    case 'colors':
      return csv(throughput.colors, colorColumns)
  }
}

/** Returns a table of printer or service performance as CSV (RFC 4180). */
export function serviceCsv(
  { models, failures, scrap, routes, tools, pools }: Pick<ThroughputReport, ServiceTable>,
  table: ServiceTable,
): string {
  switch (table) {
    case 'models':
      return csv(modelRows(models), modelColumns)
    case 'failures':
      return csv(failures, failureColumns)
    case 'scrap':
      return csv(scrapRows(scrap), scrapColumns)
    case 'routes':
      return csv(routes, routeColumns)
    case 'tools':
      return csv(tools, toolColumns)
    case 'pools':
      return csv(pools, poolColumns)
  }
}

function csv<Row>(rows: readonly Row[], columns: readonly ReportColumn<Row>[]): string {
  const lines = [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => columns.map(({ value }) => cellOf(value(row)))),
  ]
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}

const cellOf = (value: string | number): string =>
  typeof value === 'number' ? String(Math.round(value * 1e6) / 1e6) : csvField(value)
