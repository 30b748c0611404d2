// A single table of the throughput page, for a separate page or file. Reads only the data that the table needs.
import type { ThroughputRange } from '../../../../domain/desk/throughput-range.ts'
import { readFarmReport, readThroughputReport } from '../../../../domain/desk/throughput-report.ts'
import type { ChartProps } from '../../../../pages/operators/parts/chart.tsx'
import { chartNameOf, throughputCharts } from '../../../../pages/operators/throughput/charts.ts'
import {
  isServiceChart,
  serviceCharts,
} from '../../../../pages/operators/throughput/service-charts.ts'
import {
  farmCsv,
  farmTableOf,
  serviceCsv,
  serviceTableOf,
} from '../../../../pages/operators/throughput/tables.ts'
import type { HttpDeps } from '../../../middleware/deps.ts'

/** Returns the chart with this name, or null. */
export async function readChart(
  deps: Pick<HttpDeps, 'clock' | 'farmLoad' | 'metrics' | 'printing' | 'throughput' | 'timeZone'>,
  range: ThroughputRange,
  name: string,
): Promise<ChartProps | null> {
  const { timeZone } = deps
  const farmChart = chartNameOf(name)
  if (farmChart !== null) {
    return throughputCharts({ report: await readFarmReport(deps, range), timeZone })[farmChart]
  }
  if (!isServiceChart(name)) return null
  const charts = serviceCharts(await readThroughputReport(deps, range), timeZone)
  return charts.find(({ id }) => id === name) ?? null
}

/** Returns the table with this name as CSV, or null. */
export async function readCsv(
  deps: Pick<HttpDeps, 'clock' | 'farmLoad' | 'metrics' | 'printing' | 'throughput' | 'timeZone'>,
  range: ThroughputRange,
  name: string,
): Promise<string | null> {
  const farmTable = farmTableOf(name)
  if (farmTable !== null) {
    const throughput = await deps.throughput.read(range)
    return farmCsv({ throughput, step: range.step }, farmTable, deps.timeZone)
  }
  const serviceTable = serviceTableOf(name)
  if (serviceTable === null) return null
  return serviceCsv(await readThroughputReport(deps, range), serviceTable)
}
