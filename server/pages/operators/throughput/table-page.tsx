// /operator/throughput?table=orders: one chart of the throughput page with the values of all its steps.
import type { ThroughputRange } from '../../../domain/desk/throughput-range.ts'
import { Chart, type ChartProps } from '../parts/chart.tsx'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'
import { rangeQuery } from './range-words.ts'

export type TableView = { readonly range: ThroughputRange; readonly chart: ChartProps }

export function throughputTablePage({ range, chart }: TableView, user: DeskUser): Response {
  const query = rangeQuery(range)
  return deskPage({
    tab: 'throughput',
    user,
    title: `${chart.title} Throughput`,
    body: (
      <>
        <div class="page-head">
          <h1>Throughput</h1>
          <p class="hint">{`${range.from} to ${range.to}, by ${range.step}`}</p>
          <p class="end hint actions">
            <a href={`/operator/throughput?${query}#${chart.id}`}>All charts</a>
          </p>
        </div>
        <div class="charts one">
          <Chart {...chart} tableOpen={true} />
        </div>
      </>
    ),
  })
}
