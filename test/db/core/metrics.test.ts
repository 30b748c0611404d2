// Metrics in the database: totals that count each batch once, intervals, the queries of pages, and the sweep.
import { describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import {
  counterWidths,
  coverRange,
  histogramWidths,
} from '../../../server/db/metrics/cover-range.ts'
import { createMetricReader } from '../../../server/db/metrics/metric-reader.ts'
import { createMetricSnapshots } from '../../../server/db/metrics/metric-snapshots.ts'
import { createMetricStore } from '../../../server/db/metrics/metric-store.ts'
import { sweepMetrics } from '../../../server/db/metrics/sweep-metrics.ts'
import { latencyBounds } from '../../../server/domain/base/metrics/metric-catalog.ts'
import type { MetricDelta, MetricProcess } from '../../../server/domain/metrics/metric-store.ts'
import { useDatabase } from '../../../testing/use.ts'

const database = useDatabase()

const processOf = (role: MetricProcess['role'] = 'web'): MetricProcess => ({
  id: randomUUID(),
  role,
  host: 'test',
  pid: 1,
  version: '1.0.0',
})

const counted = (name: string, labels: Record<string, string>, value: number): MetricDelta => ({
  name,
  labels,
  value,
  histogram: null,
})

/** Creates a timing with `counts` by bound. */
function timed(
  name: string,
  labels: Record<string, string>,
  counts: Readonly<Record<number, number>>,
): MetricDelta {
  const buckets = [...latencyBounds, 0].map((bound) => counts[bound] ?? 0)
  const value = buckets.reduce((sum, count) => sum + count, 0)
  return { name, labels, value, histogram: { sum: value / 10, buckets } }
}

async function save(process: MetricProcess, sequence: number, ...deltas: MetricDelta[]) {
  await createMetricStore(database.db).save({ process, sequence, deltas, gauges: [] })
}

async function totalOf(name: string, labels: Record<string, string>) {
  const { totals } = await createMetricSnapshots(database.db).read()
  return totals.find((total) => total.name === name && Bun.deepEquals(total.labels, labels))
}

describe('batches', () => {
  test('a stored batch changes nothing when it is sent again', async () => {
    const process = processOf()
    const labels = { scope: 'once' }
    const delta = counted('rate_limit_refusals_total', labels, 3)
    await save(process, 1, delta)
    await save(process, 1, delta)
    expect((await totalOf(delta.name, labels))?.value).toBe(3)
    await save(process, 2, delta)
    expect((await totalOf(delta.name, labels))?.value).toBe(6)
    const { rows } = await sql<{ seconds: number; slots: number; value: number }>`
      select seconds, cardinality(counts) as slots, (select sum(count) from unnest(counts) as count) as value
      from metric_counts join metric_totals as total on total.id = series
      where total.labels = ${JSON.stringify(labels)}::jsonb order by seconds`.execute(database.db)
    // A minute may end between the two, but hardly an hour or a day.
    expect(rows).toEqual([
      { seconds: 60, slots: 60, value: 6 },
      { seconds: 3600, slots: 24, value: 6 },
    ])
  })

  test('concurrent processes lose nothing, new series included', async () => {
    const labels = { tool: 'many' }
    const delta = timed('mcp_tool_duration_seconds', labels, { 0.1: 2, 1: 1 })
    const processes = Array.from({ length: 8 }, () => processOf())
    await Promise.all(
      processes.map(async (process) => {
        for (const sequence of [1, 2, 3, 4, 5]) await save(process, sequence, delta)
      }),
    )
    const total = await totalOf(delta.name, labels)
    expect(total?.value).toBe(8 * 5 * 3)
    expect(total?.histogram?.sum).toBeCloseTo(8 * 5 * 0.3, 9)
    expect(total?.histogram?.buckets).toEqual(
      [...latencyBounds, 0].map((bound) => (bound === 0.1 ? 80 : bound === 1 ? 40 : 0)),
    )
  })

  test('a silent process no longer counts, and its age shows its role', async () => {
    const [alive, silent, gone] = [processOf('web'), processOf('worker'), processOf('web')]
    const store = createMetricStore(database.db)
    for (const process of [alive, silent, gone]) {
      const labels = { pool: 'slicer' }
      const gauges = ['pool_workers', 'pool_busy'].map((name) => ({ name, labels, value: 2 }))
      await store.save({ process, sequence: 1, deltas: [], gauges })
    }
    await store.leave(gone.id)
    await sql`update metric_processes set seen_at = now() - interval '1 minute' where id = ${silent.id}`.execute(
      database.db,
    )
    const reader = createMetricReader(database)
    expect((await reader.pools()).find(({ pool }) => pool === 'slicer')).toEqual({
      pool: 'slicer',
      workers: 2,
      busy: 2,
      waiting: 0,
      processes: 1,
    })
    const { heartbeats } = await createMetricSnapshots(database.db).read()
    const age = (role: string) => heartbeats.find((each) => each.role === role)?.seconds ?? -1
    expect(age('worker')).toBeGreaterThanOrEqual(60)
    expect(age('web')).toBeLessThan(60)
  })
})

/** Writes the increments of a series by minute, as the store would at those times. */
async function past(delta: MetricDelta, times: readonly Date[]): Promise<void> {
  await save(processOf(), 1, { ...delta, value: 0 })
  const { sum, buckets } = delta.histogram ?? { sum: null, buckets: null }
  const instants = sql`unnest(${times.map((time) => time.toISOString())}::timestamptz[]) as time`
  const series = sql`metric_totals as total
    where total.name = ${delta.name} and total.labels = ${JSON.stringify(delta.labels)}::jsonb`
  if (buckets === null) {
    await sql`
      insert into metric_counts (series, seconds, at, counts)
      select total.id, seconds, chunk.at, chunk.counts
      from (
        select seconds, chunk as at, (
          select array_agg((select count(*) * ${delta.value}::float8 from ${instants}
            where date_bin(make_interval(secs => seconds), time, 'epoch') = slot) order by slot)
          from generate_series(chunk, chunk + make_interval(secs => seconds * (slots - 1)), make_interval(secs => seconds)) as slot
        ) as counts
        from (values (60, 60), (3600, 24)) as width (seconds, slots), lateral (
          select distinct date_bin(make_interval(secs => seconds * slots), time, 'epoch') as chunk from ${instants}
        ) as chunks
      ) as chunk, ${series}`.execute(database.db)
    return
  }
  await sql`
    insert into metric_histograms (series, seconds, at, value, sum, buckets)
    select total.id, seconds, at, times * ${delta.value}::float8, times * ${sum}::float8,
      (select array_agg(bucket * times) from unnest(${buckets}::bigint[]) as bucket)
    from (
      select seconds, date_bin(make_interval(secs => seconds), time, 'epoch') as at, count(*) as times
      from ${instants}, (values (60), (3600), (86400)) as width (seconds)
      group by 1, 2
    ) as part, ${series}`.execute(database.db)
}

const at = (text: string) => new Date(`2026-05-${text}Z`)
const now = at('20T10:30:00')
const reader = () => createMetricReader(database, () => now)

describe('what pages read', () => {
  test('returns a counter by step, summed over the omitted labels', async () => {
    await past(counted('quotes_total', { source: 'slicer' }, 2), [
      at('20T09:58:10'),
      at('20T10:01:00'),
      at('20T10:01:50'),
    ])
    await past(counted('quotes_total', { source: 'geometry' }, 5), [at('20T10:01:20')])
    const range = { from: at('20T09:00:00'), to: now }
    expect(await reader().counter('quotes_total', range, 60)).toEqual([
      {
        labels: {},
        points: [
          { at: at('20T09:58:00'), value: 2 },
          { at: at('20T10:01:00'), value: 9 },
        ],
      },
    ])
    expect(await reader().counter('quotes_total', range, 3600, ['source'])).toEqual([
      { labels: { source: 'geometry' }, points: [{ at: at('20T10:00:00'), value: 5 }] },
      {
        labels: { source: 'slicer' },
        points: [
          { at: at('20T09:00:00'), value: 2 },
          { at: at('20T10:00:00'), value: 4 },
        ],
      },
    ])
    const before = { from: at('20T08:00:00'), to: at('20T09:58:00') }
    expect(await reader().counter('quotes_total', before, 60)).toEqual([])
    expect(await reader().counter('no_such_metric', range, 60)).toEqual([])
  })

  test('includes later counts in a range that was read before', async () => {
    const kept = reader()
    const count = counted('mcp_tool_calls_total', { tool: 'kept', outcome: 'error' }, 1)
    const time = timed('mcp_tool_duration_seconds', { tool: 'kept' }, { 0.1: 1 })
    const range = { from: at('12T00:00:00'), to: now }
    const read = async () => {
      const [calls] = await kept.counter('mcp_tool_calls_total', range, 86_400, ['tool'])
      const [latency] = await kept.latency('mcp_tool_duration_seconds', range, ['tool'])
      const steps = await kept.latencySteps('mcp_tool_duration_seconds', range, 'day')
      return {
        calls: calls?.points,
        latency: [latency?.count, latency?.errors],
        steps: steps.map((step) => [step.at, step.count]),
      }
    }
    await past(count, [at('13T08:00:00')])
    await past(time, [at('13T08:00:00')])
    expect(await read()).toEqual({
      calls: [{ at: at('13T00:00:00'), value: 1 }],
      latency: [1, 1],
      steps: [[at('13T00:00:00'), 1]],
    })
    await past(count, [at('20T10:29:00')])
    await past(time, [at('20T10:29:00')])
    const days = [at('13T00:00:00'), at('20T00:00:00')]
    expect(await read()).toEqual({
      calls: days.map((day) => ({ at: day, value: 1 })),
      latency: [2, 2],
      steps: days.map((day) => [day, 1]),
    })
  })

  test('reads previous weeks by hour and by day', async () => {
    const times = [at('01T05:10:00'), at('01T05:50:00'), at('02T07:00:00'), at('20T10:29:59')]
    await past(counted('notifications_total', { outcome: 'sent' }, 1), times)
    const range = { from: at('01T00:00:00'), to: now }
    const points = async (step: number) =>
      (await reader().counter('notifications_total', range, step))[0]?.points
    expect(await points(86_400)).toEqual([
      { at: at('01T00:00:00'), value: 2 },
      { at: at('02T00:00:00'), value: 1 },
      { at: at('20T00:00:00'), value: 1 },
    ])
    expect(await points(300)).toEqual([
      { at: at('01T05:00:00'), value: 2 },
      { at: at('02T07:00:00'), value: 1 },
      { at: at('20T10:25:00'), value: 1 },
    ])
  })

  test('returns the latency by step of all series, including the first and the current step', async () => {
    const name = 'charge_duration_seconds'
    await past(timed(name, { outcome: 'paid' }, { 0.1: 90, 1: 10 }), [
      at('18T01:00:00'),
      at('18T01:59:59'),
      at('17T23:00:00'),
    ])
    await past(timed(name, { outcome: 'declined' }, { 0.1: 100 }), [at('18T01:30:00')])
    await past(timed(name, { outcome: 'unknown' }, { 0.001: 4 }), [at('20T10:29:59')])
    const found = async (from: Date, step: 'hour' | 'day') =>
      (await reader().latencySteps(name, { from, to: now }, step)).map(({ p50, p95, ...rest }) => ({
        ...rest,
        p50: Number(p50.toFixed(6)),
        p95: Number(p95.toFixed(6)),
      }))
    // Rank 150 of 280 in (0.05, 0.1], and rank 285: 5 of 20 into (0.5, 1].
    const busy = { count: 300, p50: 0.076786, p95: 0.625 }
    // Ranks 2 and 3.8 of 4 in (0.0005, 0.001].
    const quick = { count: 4, p50: 0.00075, p95: 0.000975 }
    expect(await found(at('18T01:20:00'), 'hour')).toEqual([
      { at: at('18T01:00:00'), ...busy },
      { at: at('20T10:00:00'), ...quick },
    ])
    expect(await found(at('18T12:00:00'), 'day')).toEqual([
      { at: at('18T00:00:00'), ...busy },
      { at: at('20T00:00:00'), ...quick },
    ])
    expect(
      await reader().latencySteps('no_such_metric', { from: at('18T00:00:00'), to: now }, 'hour'),
    ).toEqual([])
  })

  test('returns the latency by label with the errors of the same range', async () => {
    const name = 'http_request_duration_seconds'
    const slow = { method: 'POST', route: '/slow' }
    await past(timed(name, slow, { 0.1: 90, 1: 10 }), [at('18T01:00:00'), at('20T10:29:00')])
    await past(timed(name, { method: 'GET', route: '/slow' }, { 0.1: 100 }), [at('19T01:00:00')])
    await past(timed(name, { method: 'GET', route: '/quick' }, { 0.001: 4 }), [at('20T10:00:00')])
    await past(counted('http_requests_total', { ...slow, status_class: '5xx' }, 3), [
      at('20T10:29:00'),
      at('02T00:00:00'),
    ])
    await past(counted('http_requests_total', { ...slow, status_class: '2xx' }, 97), [
      at('20T10:29:00'),
    ])
    const range = { from: at('17T00:00:00'), to: now }
    const found = await reader().latency(name, range, ['route', 'method'])
    expect(found.map(({ labels, count, errors }) => [labels, count, errors])).toEqual([
      [{ route: '/quick', method: 'GET' }, 4, 0],
      [{ route: '/slow', method: 'GET' }, 100, 0],
      [{ route: '/slow', method: 'POST' }, 200, 3],
    ])
    // Rank 190 of 200: 10 of 20 into (0.5, 1].
    expect(found[2]?.p95).toBeCloseTo(0.75, 9)
    expect(found[1]?.p50).toBeCloseTo(0.075, 9)
    expect(await reader().latency(name, { from: now, to: now }, [])).toEqual([])
    expect((await reader().latency(name, range, []))[0]).toMatchObject({ labels: {}, count: 304 })
  })
})

test('a range is covered once, by intervals within which no step begins', () => {
  const second = (days: number) => fc.integer({ min: -days * 86_400, max: 0 })
  const steps = fc.constantFrom(60, 300, 3_600, 7_200, 86_400, 604_800)
  const widths = fc.constantFrom(counterWidths, histogramWidths)
  fc.assert(
    fc.property(second(35), second(35), steps, widths, (a, b, step, stored) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)].map(
        (seconds) => new Date(now.getTime() + seconds * 1000),
      )
      if (from === undefined || to === undefined || from >= to) return
      const pieces = coverRange({ from, to }, step, stored, now)
      const minutesFrom = now.getTime() - 49 * 3_600_000
      let end = pieces[0]?.from ?? to
      expect(end <= from && from.getTime() - end.getTime() < 3_600_000).toBe(true)
      for (const piece of pieces) {
        expect(piece.from).toEqual(end)
        expect(piece.from.getTime() % (piece.seconds * 1000)).toBe(0)
        expect(piece.seconds === 3600 || step % piece.seconds === 0).toBe(true)
        if (piece.seconds === 60) expect(piece.from.getTime()).toBeGreaterThanOrEqual(minutesFrom)
        end = piece.to
      }
      // The last interval of a range that ends now is incomplete.
      const slackSeconds = end > now ? Math.max(...stored) : 3_600
      expect(end >= to && end.getTime() - to.getTime() < slackSeconds * 1000).toBe(true)
      if (end > now) expect(to.getTime()).toBeGreaterThan(now.getTime() - 3_600_000)
    }),
  )
})

test('the sweep keeps minutes for two days and the rest for five weeks', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  const labels = { tool: 'swept' }
  const times = [days(1), days(3), days(20), days(38)]
  await past(timed('mcp_tool_duration_seconds', labels, { 1: 1 }), times)
  await past(counted('cache_requests_total', labels, 1), times)
  const kept = async (table: string) => {
    const { rows } = await sql<{ seconds: number; count: number }>`
      select seconds, count(*)::int as count
      from ${sql.table(table)} join metric_totals as total on total.id = series
      where total.labels = ${JSON.stringify(labels)}::jsonb group by seconds order by seconds`.execute(
      database.db,
    )
    return rows.map(({ seconds, count }) => [seconds, count])
  }
  expect(await sweepMetrics(database.db)).toBeGreaterThanOrEqual(9)
  expect(await kept('metric_histograms')).toEqual([
    [60, 1],
    [3600, 3],
    [86400, 3],
  ])
  expect(await kept('metric_counts')).toEqual([
    [60, 1],
    [3600, 3],
  ])
})

test('processes that ended long ago are forgotten, except the last one of its role', async () => {
  await sql`delete from metric_processes`.execute(database.db)
  const [older, newer] = [processOf('worker'), processOf('worker')]
  for (const process of [older, newer]) await save(process, 1)
  await sql`update metric_processes set seen_at = now() - interval '3 days' where id = ${older.id}`.execute(
    database.db,
  )
  await sql`update metric_processes set seen_at = now() - interval '2 days' where id = ${newer.id}`.execute(
    database.db,
  )
  await sweepMetrics(database.db)
  const rows = await database.db.selectFrom('metric_processes').select('id').execute()
  expect(rows).toEqual([{ id: newer.id }])
})
