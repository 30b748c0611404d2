// Charts of the throughput page about the service: requests, errors and latency.

import type { ThroughputReport } from '../../../domain/desk/throughput-report.ts'
import { metricDays } from '../../../domain/metrics/ports.ts'
import { count, latency as latencyText, percent } from '../../base/figures.ts'
import type { ChartProps } from '../parts/chart.tsx'
import { stepWords } from './charts.ts'
import { stepLabels } from './range-words.ts'

const empty = `No requests are recorded for this range; metrics are kept for ${metricDays} days.`

/** Metric days begin at midnight UTC. */
const labelsOf = (
  steps: readonly { readonly at: Date }[],
  step: 'hour' | 'day',
  timeZone: string,
): readonly string[] => stepLabels(steps, step, step === 'day' ? 'UTC' : timeZone)

const serviceChartNames = ['requests', 'errors', 'latency'] as const

export const isServiceChart = (name: string): boolean =>
  serviceChartNames.some((each) => each === name)

export const serviceCharts = (
  report: ThroughputReport,
  timeZone: string,
): readonly ChartProps[] => [...requestCharts(report, timeZone), latencyChart(report, timeZone)]

/** Charts of requests. Metrics have no weeks, so a range of weeks is shown by day, as far back as metrics exist. */
function requestCharts(
  { requests, range, running }: ThroughputReport,
  timeZone: string,
): readonly [requests: ChartProps, errors: ChartProps] {
  const step = range.step === 'hour' ? 'hour' : 'day'
  const totals = sumByTime(requests)
  const failures = sumByTime(requests.filter(({ labels }) => labels['status_class'] === '5xx'))
  const times = [...totals.keys()].sort((a, b) => a - b)
  const steps = times.map((time) => ({ at: new Date(time) }))
  const timeLabels = labelsOf(steps, step, timeZone)
  const all = times.map((time) => totals.get(time) ?? 0)
  const errors = times.map((time) => failures.get(time) ?? 0)
  const shares = all.map((value, index) => (value === 0 ? 0 : (errors[index] ?? 0) / value))
  const shared = { steps: timeLabels, running: running === null ? null : steps.length - 1 }
  const label = `${timeLabels.at(-1) ?? ''}${running === null || all.length === 0 ? '' : ' so far'}`
  return [
    {
      ...shared,
      id: 'requests',
      title: `How many requests does the service take ${stepWords[step]}?`,
      last: { value: count(all.at(-1) ?? 0), label },
      series: [
        { name: 'Requests', mark: 'bar', tone: 'accent', values: all },
        { name: 'Errors of ours', mark: 'bar', tone: 'broken', values: errors },
      ],
      format: count,
      empty,
    },
    {
      ...shared,
      id: 'errors',
      title: 'What share of requests do we fail?',
      last: { value: percent(shares.at(-1) ?? 0), label },
      series: [{ name: 'Errors of ours', mark: 'bar', tone: 'broken', values: shares }],
      format: percent,
      empty: all.length === 0 ? empty : 'No request failed in this range.',
    },
  ]
}

/** Returns sums by step start, in milliseconds since 1970. */
function sumByTime(series: ThroughputReport['requests']): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { at, value } of series.flatMap(({ points }) => points)) {
    sums.set(at.getTime(), (sums.get(at.getTime()) ?? 0) + value)
  }
  return sums
}

function latencyChart(
  { latency: { step, steps } }: ThroughputReport,
  timeZone: string,
): ChartProps {
  const labels = labelsOf(steps, step, timeZone)
  const [last, label = ''] = [steps.at(-1), labels.at(-1)]
  return {
    id: 'latency',
    title: 'Are we getting slower?',
    last: {
      value: latencyText(last?.p95 ?? 0),
      label: label === '' ? '95 of 100 requests' : `95 of 100 requests, ${label}`,
    },
    steps: labels,
    series: [
      {
        name: '95 of 100 requests (p95)',
        mark: 'line',
        tone: 'accent',
        values: steps.map(({ p95 }) => p95),
      },
      {
        name: 'half of the requests (p50)',
        mark: 'line',
        tone: 'muted',
        values: steps.map(({ p50 }) => p50),
      },
    ],
    format: latencyText,
    empty,
  }
}
