// Everything on the throughput page: what the farm did over a range, and how the service behind it did.
import { measureCapacity } from '../lead-time/capacity.ts'
import type {
  MetricLatency,
  MetricSeries,
  PoolState,
  QueueState,
  TimeRange,
} from '../operations/ports.ts'
import type { DeskDeps } from './ports.ts'
import type { Throughput } from './throughput.ts'
import type { Step, ThroughputRange } from './throughput-range.ts'

export type FarmReport = {
  readonly range: ThroughputRange
  readonly throughput: Throughput
  /** Machine hours that the farm prints in one step. */
  readonly capacityHours: number
}

export type ThroughputReport = FarmReport & {
  /** Requests by status class, by step; metrics reach back 35 days. */
  readonly requests: readonly MetricSeries[]
  /** Busiest first. */
  readonly routes: readonly MetricLatency[]
  readonly tools: readonly MetricLatency[]
  readonly pools: readonly PoolState[]
  readonly queues: readonly QueueState[]
}

const stepDays: Readonly<Record<Step, number>> = { hour: 1 / 24, day: 1, week: 7 }

/** What the farm did. */
export async function readFarmReport(
  { throughput: reader, farmLoad }: Pick<DeskDeps, 'throughput' | 'farmLoad'>,
  range: ThroughputRange,
): Promise<FarmReport> {
  const [throughput, load] = await Promise.all([reader.read(range), farmLoad.read()])
  const capacityHours = measureCapacity(load).machineHoursPerDay * stepDays[range.step]
  return { range, throughput, capacityHours }
}

export async function readThroughputReport(
  deps: DeskDeps,
  range: ThroughputRange,
): Promise<ThroughputReport> {
  const { metrics, clock } = deps
  const [farm, pools, queues] = await Promise.all([
    readFarmReport(deps, range),
    metrics.pools(),
    metrics.queues(),
  ])
  const time = timeOf(farm.throughput, range.step, clock.now())
  const seconds = range.step === 'hour' ? 3_600 : 86_400
  const [requests, routes, tools] = await Promise.all([
    metrics.counter('http_requests_total', time, seconds, ['status_class']),
    metrics.latency('http_request_duration_seconds', time, ['method', 'route']),
    metrics.latency('mcp_tool_duration_seconds', time, ['tool']),
  ])
  return {
    ...farm,
    requests,
    routes: busiest(routes),
    tools: busiest(tools),
    pools,
    queues,
  }
}

/** From the first step to the end of the last one, or until now. */
function timeOf({ steps }: Throughput, step: Step, now: Date): TimeRange {
  const from = steps[0]?.at ?? now
  const end = (steps.at(-1)?.at.getTime() ?? now.getTime()) + stepDays[step] * dayMs
  return { from, to: new Date(Math.max(from.getTime(), Math.min(end, now.getTime()))) }
}

const dayMs = 24 * 60 * 60 * 1000

const busiest = (rows: readonly MetricLatency[]): readonly MetricLatency[] =>
  rows.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
