// Data of the throughput page: the farm's output and the service's performance over a range.
import { daySeconds } from '../base/time/day.ts'
import { measureCapacity } from '../lead-time/capacity.ts'
import type {
  LatencyStep,
  MetricLatency,
  MetricSeries,
  PoolState,
  QueueState,
  TimeRange,
} from '../metrics/ports.ts'
import type { DeskDeps } from './ports.ts'
import type { Printing } from './printing.ts'
import type { Throughput } from './throughput.ts'
import type { RangeStep, ThroughputRange } from './throughput-range.ts'

export type FarmReport = {
  readonly range: ThroughputRange
  readonly throughput: Throughput
  /** Machine hours that the farm can print in one step. */
  readonly capacityHours: number
  /**
   * The index of the unfinished step, whose sums are partial; null if all steps are finished. Later steps have not
   * begun.
   */
  readonly running: number | null
}

export type ThroughputReport = FarmReport &
  Printing & {
    /** Requests by status class and step; metrics cover the last 35 days. */
    readonly requests: readonly MetricSeries[]
    /** Requests by hour for a single day, otherwise by day, because hourly values of all routes are too many rows. */
    readonly latency: { readonly step: 'hour' | 'day'; readonly steps: readonly LatencyStep[] }
    /** Busiest first. */
    readonly routes: readonly MetricLatency[]
    readonly tools: readonly MetricLatency[]
    readonly pools: readonly PoolState[]
    readonly queues: readonly QueueState[]
  }

const stepDays: Readonly<Record<RangeStep, number>> = { hour: 1 / 24, day: 1, week: 7 }

/** Reads the report on the farm's output. */
export async function readFarmReport(
  { throughput: reader, farmLoad, clock }: Pick<DeskDeps, 'throughput' | 'farmLoad' | 'clock'>,
  range: ThroughputRange,
): Promise<FarmReport> {
  const [throughput, load] = await Promise.all([reader.read(range), farmLoad.read()])
  const capacityHours = measureCapacity(load).machineHoursPerDay * stepDays[range.step]
  const running = runningStep(throughput, clock.now())
  return { range, throughput, capacityHours, running }
}

export async function readThroughputReport(
  deps: Pick<DeskDeps, 'clock' | 'farmLoad' | 'metrics' | 'printing' | 'throughput'>,
  range: ThroughputRange,
): Promise<ThroughputReport> {
  const { metrics, clock } = deps
  const [farm, pools, queues] = await Promise.all([
    readFarmReport(deps, range),
    metrics.pools(),
    metrics.queues(),
  ])
  const time = timeOf(farm.throughput, clock.now())
  const seconds = range.step === 'hour' ? 3_600 : daySeconds
  const latencyStep = seconds === 3_600 && farm.throughput.steps.length <= 25 ? 'hour' : 'day'
  const [printing, requests, latency, routes, tools] = await Promise.all([
    deps.printing.read(time),
    metrics.counter('http_requests_total', time, seconds, ['status_class']),
    metrics.latencySteps(requestTime, time, latencyStep),
    metrics.latency(requestTime, time, ['method', 'route']),
    metrics.latency('mcp_tool_duration_seconds', time, ['tool']),
  ])
  return {
    ...farm,
    ...printing,
    requests,
    latency: { step: latencyStep, steps: latency },
    routes: sortBusiest(routes),
    tools: sortBusiest(tools),
    pools,
    queues,
  }
}

const requestTime = 'http_request_duration_seconds'

/** Returns the time from the first step to the end of the last one, or until now. */
function timeOf({ steps, end }: Throughput, now: Date): TimeRange {
  const from = steps[0]?.at ?? now
  return { from, to: new Date(Math.max(from.getTime(), Math.min(end.getTime(), now.getTime()))) }
}

function runningStep({ steps, end }: Throughput, now: Date): number | null {
  if (end <= now) return null
  const index = steps.findLastIndex(({ at }) => at <= now)
  return index < 0 ? null : index
}

const sortBusiest = (rows: readonly MetricLatency[]): readonly MetricLatency[] =>
  rows.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
