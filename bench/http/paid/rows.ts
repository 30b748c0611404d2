// Creates the rows of paid orders from their runs.

import type { Row } from '../../lib/row.ts'
import { median } from '../../lib/statistics.ts'
import type { Measured } from './measure.ts'
import type { Statements } from './statements.ts'

const medianOf = (runs: readonly Measured[], of: (run: Measured) => number) => median(runs.map(of))

function latencies(runs: readonly Measured[]): string {
  const [p50, p95, p99] = (['p50', 'p95', 'p99'] as const).map((name) =>
    medianOf(runs, ({ ms }) => ms[name]).toFixed(1),
  )
  return `p50 ${p50}, p95 ${p95}, p99 ${p99} ms`
}

/** Returns the row of orders per second. */
export function rateRow(what: string, runs: readonly Measured[], aim: number | null): Row {
  const samples = runs.map((run) => run.perSecond)
  const perSecond = median(samples)
  const each = (of: (run: Measured) => number, digits: number) => medianOf(runs, of).toFixed(digits)
  return {
    name: `paid orders: ${what}`,
    figure: `${perSecond.toFixed(0)}/s`,
    aim: aim === null ? 'reported' : `at least ${aim}/s`,
    met: aim === null ? null : perSecond >= aim,
    detail:
      `${latencies(runs)}; ${each((run) => run.perSecondInAll, 0)}/s with events and mails; CPU for an order: service ` +
      `${each(({ cpuMs }) => cpuMs.service, 2)}, Postgres ${each(({ cpuMs }) => cpuMs.postgres, 2)}, stand-in ` +
      `${each(({ cpuMs }) => cpuMs.standIn, 2)} ms; ${each((run) => run.commits, 1)} commits, ` +
      `${each((run) => run.walBytes / 1000, 1)} kB of WAL; ${runs.reduce((sum, { orders }) => sum + orders, 0)} orders`,
    unit: '/s',
    better: 'more',
    samples,
    sides: {
      name: 'CPU for an order',
      unit: 'ms',
      better: 'less',
      bars: [
        { name: 'the service', value: medianOf(runs, ({ cpuMs }) => cpuMs.service) },
        { name: 'Postgres', value: medianOf(runs, ({ cpuMs }) => cpuMs.postgres) },
        {
          name: 'the stand-in of the processor',
          value: medianOf(runs, ({ cpuMs }) => cpuMs.standIn),
        },
      ],
    },
  }
}

/**
 * Returns the ratio of the 99th percentile at half of the best rate to the median of a single order
 * at a time.
 */
export function halfRateRow(
  runs: readonly Measured[],
  { perSecond, aloneMs }: { readonly perSecond: number; readonly aloneMs: number },
): Row {
  const samples = runs.map(({ ms }) => ms.p99 / aloneMs)
  const ratio = median(samples)
  return {
    name: 'paid orders: known part at half of the best rate: p99 / median alone',
    figure: ratio.toFixed(1),
    aim: 'at most 5',
    met: ratio <= 5,
    detail: `${perSecond}/s in an open loop; ${latencies(runs)}; alone ${aloneMs.toFixed(1)} ms`,
    samples,
    sides: {
      name: 'Latency',
      unit: 'ms',
      better: 'less',
      bars: [
        { name: 'p99 at half of the rate', value: medianOf(runs, ({ ms }) => ms.p99) },
        { name: 'median alone', value: aloneMs },
      ],
    },
  }
}

/** Returns the ratio of the 95th percentile to the median. */
export function latencyShareRow(what: string, runs: readonly Measured[]): Row {
  const samples = runs.map(({ ms }) => ms.p95 / ms.p50)
  const ratio = median(samples)
  return {
    name: `paid orders: ${what}: p95 / p50`,
    figure: ratio.toFixed(1),
    aim: 'at most 2.5',
    met: ratio <= 2.5,
    detail: latencies(runs),
    samples,
    sides: {
      name: 'Latency',
      unit: 'ms',
      better: 'less',
      bars: [
        { name: 'p95', value: medianOf(runs, ({ ms }) => ms.p95) },
        { name: 'p50', value: medianOf(runs, ({ ms }) => ms.p50) },
      ],
    },
  }
}

const longestStatement = 100

function cutAtWord(text: string): string {
  if (text.length <= longestStatement) return text
  // Cut at a space, so that the text ends with a whole word. A space directly after the limit also
  // ends a word.
  const end = text.lastIndexOf(' ', longestStatement)
  return `${text.slice(0, end > 0 ? end : longestStatement)} …`
}

export function statementsRow(rounds: readonly Statements[]): Row {
  const samples = rounds.map(({ perOrder }) => perOrder)
  const statements = median(samples)
  const list = rounds.at(-1)?.list ?? []
  return {
    name: 'statements for a paid order of a known part',
    figure: statements.toFixed(1),
    aim: 'at most 8',
    met: statements <= 8,
    detail: [
      `how often an order sends each of its ${list.length} statements`,
      ...list.map(({ perOrder, text }) => `${perOrder.toFixed(2)} ${cutAtWord(text)}`),
    ].join('\n    '),
    samples,
  }
}

/** Returns the row of transactions that wrote something. */
export function commitsRow(samples: readonly number[]): Row {
  const commits = median(samples)
  return {
    name: 'commits for a paid order of a known part',
    figure: commits.toFixed(1),
    aim: 'at most 3',
    met: commits <= 3,
    detail: 'including the commits of the mail and the worker',
    samples,
  }
}
