// /operator/throughput: the farm's input and output over a selected range, and the performance of the service.
import { type RangeQuery, steps } from '../../../domain/desk/throughput-range.ts'
import type { ThroughputReport } from '../../../domain/desk/throughput-report.ts'
import { type Column, DataTable } from '../../../html/data-table.tsx'
import { FieldError, type FieldErrors, fieldMarks } from '../../../html/form-fields.tsx'
import { Notice } from '../../../html/notice.tsx'
import { Section, Segments } from '../../../html/section.tsx'
import { QueueTable } from '../overview/queue-ages.tsx'
import { Chart } from '../parts/chart.tsx'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'
import { PoolTable } from '../system/pool-table.tsx'
import { chartNames, throughputCharts } from './charts.ts'
import { presetSegments, rangeQuery } from './range-words.ts'
import { serviceCharts } from './service-charts.ts'
import {
  type CsvTable,
  colorColumns,
  failureColumns,
  materialColumns,
  modelColumns,
  modelRows,
  type ReportColumn,
  routeColumns,
  scrapColumns,
  scrapRows,
  toolColumns,
} from './tables.ts'

export type ThroughputView = {
  readonly report: ThroughputReport
  readonly timeZone: string
  /** Current date, for the selectable ranges. */
  readonly today: string
  /** The typed range if it was refused. The report then shows the default range. */
  readonly typed?: RangeQuery
  readonly errors?: FieldErrors
}

export function throughputPage(view: ThroughputView, user: DeskUser): Response {
  const { report, errors = {} } = view
  const charts = throughputCharts(view)
  const query = rangeQuery(report.range)
  const tableHref = (name: string) => `/operator/throughput?${query}&table=${name}`
  const csv = (table: CsvTable) => `/operator/throughput.csv?${query}&table=${table}`
  return deskPage({
    tab: 'throughput',
    user,
    title: 'Throughput',
    status: view.errors === undefined ? 200 : 400,
    body: (
      <>
        <div class="page-head">
          <h1>Throughput</h1>
          <Segments
            label="Range"
            segments={presetSegments(view.today, view.errors === undefined ? report.range : null)}
          />
          <p class="end hint actions">
            <a href={csv('steps')}>Download as CSV</a>{' '}
            <a href={`/operator/throughput?${query}&wall=1`}>Wall mode</a>
          </p>
        </div>
        {view.errors === undefined ? (
          ''
        ) : (
          <Notice
            kind="error"
            text="The range is not valid, so the last 30 days are shown."
            errors={errors}
          />
        )}
        <RangeForm view={view} errors={errors} />
        <div class="charts">
          {chartNames.map((name) => (
            <Chart {...charts[name]} tableHref={tableHref(name)} />
          ))}
        </div>
        <PrintReports report={report} csv={csv} />
        <div class="charts three">
          {serviceCharts(report, view.timeZone).map((chart) => (
            <Chart {...chart} tableHref={tableHref(chart.id)} />
          ))}
        </div>
        <ServiceReports report={report} csv={csv} />
      </>
    ),
  })
}

type ReportsProps = {
  readonly report: ThroughputReport
  /** Returns the address of a table as CSV. */
  readonly csv: (table: CsvTable) => string
}

/** Printed parts, and failures. */
function PrintReports({ report, csv }: ReportsProps) {
  const { materials, colors } = report.throughput
  return (
    <>
      <div class="beside wide">
        <Report
          id="materials"
          title="By material"
          rows={materials}
          columns={materialColumns}
          csv={csv('materials')}
        />
        <Report
          id="colors"
          title="By color"
          rows={colors}
          columns={colorColumns}
          csv={csv('colors')}
        />
      </div>
      <div class="beside wide">
        <Report
          id="models"
          title="Do printers take as long as planned?"
          rows={modelRows(report.models)}
          columns={modelColumns}
          csv={csv('models')}
        />
        <Report
          id="failures"
          title="Why do prints fail?"
          rows={report.failures}
          columns={failureColumns}
          csv={csv('failures')}
        />
        <Report
          id="scrap"
          title="Why are parts scrap?"
          rows={scrapRows(report.scrap)}
          columns={scrapColumns}
          csv={csv('scrap')}
        />
      </div>
    </>
  )
}

/** Performance of the service. */
function ServiceReports({ report: { routes, tools, pools, queues }, csv }: ReportsProps) {
  return (
    <>
      <div class="beside">
        <Section
          id="pools-title"
          title="Which pools are full?"
          action={<CsvLink href={csv('pools')} />}
        >
          <PoolTable pools={pools} />
        </Section>
        <Section id="waits" title="What waits longest?">
          <QueueTable id="queues" queues={queues} />
        </Section>
      </div>
      <div class="beside">
        <Report
          id="routes"
          title="Which routes are slow or failing?"
          rows={routes}
          columns={routeColumns}
          csv={csv('routes')}
        />
        <Report
          id="tools"
          title="Which agent tools are slow or failing?"
          rows={tools}
          columns={toolColumns}
          csv={csv('tools')}
        />
      </div>
    </>
  )
}

function RangeForm({ view, errors }: { view: ThroughputView; errors: FieldErrors }) {
  const { typed = view.report.range } = view
  return (
    <form class="bar" method="get" action="/operator/throughput">
      {(['from', 'to'] as const).map((name) => (
        <div>
          <label for={name}>{name === 'from' ? 'From' : 'To'}</label>
          <input
            id={name}
            name={name}
            type="date"
            value={typed[name] ?? ''}
            {...fieldMarks(errors, name)}
          />
          <FieldError name={name} errors={errors} />
        </div>
      ))}
      <div>
        <label for="step">By</label>
        <select id="step" name="step" {...fieldMarks(errors, 'step')}>
          {steps.map((step) => (
            <option value={step} selected={step === (typed.step ?? 'day')}>
              {step}
            </option>
          ))}
        </select>
        <FieldError name="step" errors={errors} />
      </div>
      <button type="submit" class="quiet">
        Show range
      </button>
    </form>
  )
}

function CsvLink({ href }: { href: string }) {
  return (
    <a class="hint" href={href}>
      CSV
    </a>
  )
}

type ReportProps<Row> = {
  readonly id: string
  readonly title: string
  readonly rows: readonly Row[]
  readonly columns: readonly ReportColumn<Row>[]
  readonly csv: string
}

function Report<Row>({ id, title, rows, columns, csv }: ReportProps<Row>) {
  return (
    <Section id={id} title={title} action={<CsvLink href={csv} />}>
      <DataTable
        caption={`${title}, as a table`}
        columns={columns.map(shownColumn)}
        rows={rows}
        empty="Nothing in this range."
      />
    </Section>
  )
}

const shownColumn = <Row,>({ label, value, format }: ReportColumn<Row>): Column<Row> => ({
  label,
  kind: format === undefined ? 'text' : 'number',
  text: (row) => {
    const shown = value(row)
    return typeof shown === 'number' && format !== undefined ? format(shown) : String(shown)
  },
})
