// Adds the batches of all processes to the totals and to the intervals in which they arrive.
import { type RawBuilder, sql } from 'kysely'
import type { Labels, MetricBatch, MetricStore } from '../../domain/metrics/metric-store.ts'
import type { Db } from '../core/connect.ts'
import { advisoryLocks } from '../core/transactions/advisory-locks.ts'
import { jsonb } from '../core/values/json.ts'

type Series = { readonly name: string; readonly labels: Labels; readonly isHistogram: boolean }

export function createMetricStore(db: Db): MetricStore {
  /** Ids by name and labels; rows of metric_totals are never deleted. */
  const ids = new Map<string, number>()
  return {
    save: async (batch) => {
      try {
        await addSeries(db, ids, batch)
        await addBatch(db, ids, batch)
      } catch (error) {
        // A restored database may have other ids.
        ids.clear()
        throw error
      }
    },
    leave: async (processId) => {
      await db
        .updateTable('metric_processes')
        .set({ stopped: true, gauges: jsonb([]) })
        .where('id', '=', processId)
        .execute()
    },
  }
}

const keyOf = (name: string, labels: Labels): string => `${name} ${JSON.stringify(labels)}`

/** Reads the ids of series that this process has not stored yet. */
async function addSeries(db: Db, ids: Map<string, number>, { deltas }: MetricBatch): Promise<void> {
  const missing = deltas
    .filter(({ name, labels }) => !ids.has(keyOf(name, labels)))
    .map(
      ({ name, labels, histogram }): Series => ({ name, labels, isHistogram: histogram !== null }),
    )
  if (missing.length === 0) return
  const list = jsonb(missing.map((series, position) => ({ ...series, position })))
  const recordset = sql`
    jsonb_to_recordset(${list}::jsonb)
      as series (name text, labels jsonb, "isHistogram" boolean, position integer)`
  // Sorted, because processes that start at the same time add the same rows.
  await sql`
    insert into metric_totals (name, labels, sum, buckets)
    select name, labels,
      case when "isHistogram" then 0 end, case when "isHistogram" then '{}'::bigint[] end
    from ${recordset} order by name, labels
    on conflict (name, labels) do nothing`.execute(db)
  const { rows } = await sql<{ id: number; position: number }>`
    select metric_totals.id, series.position
    from ${recordset} join metric_totals using (name, labels)`.execute(db)
  for (const { id, position } of rows) {
    const entry = missing[position]
    if (entry !== undefined) ids.set(keyOf(entry.name, entry.labels), id)
  }
}

/** Sum of two arrays, element by element. Null for counters, which have no arrays. An SQL function would take ten times as long. */
const bucketSums = (a: string, b: string): RawBuilder<unknown> =>
  sql`(
    select array_agg(coalesce(x, 0) + coalesce(y, 0) order by position)
    from unnest(${sql.ref(`${a}.buckets`)}, ${sql.ref(`${b}.buckets`)}) with ordinality as pair (x, y, position)
  )`

/**
 * Stores a batch in one statement, so that either all of it is stored or nothing. The row of the process has the number of its last batch:
 * for a batch that was already stored, `turn` is empty and nothing is added.
 */
async function addBatch(
  db: Db,
  ids: ReadonlyMap<string, number>,
  { process, sequence, deltas, gauges }: MetricBatch,
): Promise<void> {
  const rows = deltas
    .filter(({ value }) => value !== 0)
    .map(({ name, labels, value, histogram }) => ({
      series: ids.get(keyOf(name, labels)),
      value,
      ...histogram,
    }))
  await sql`
    with turn as (
      insert into metric_processes as known (id, role, host, pid, version, sequence, gauges)
      select ${process.id}::uuid, ${process.role}, ${process.host}, ${process.pid}::integer, ${process.version},
        ${sequence}::bigint, ${jsonb(gauges)}::jsonb
      from (select pg_advisory_xact_lock(${advisoryLocks.metrics})) as alone
      on conflict (id) do update
        set sequence = excluded.sequence, gauges = excluded.gauges, seen_at = now()
        where known.sequence < excluded.sequence
      returning id
    ), deltas as (
      select delta.* from turn, jsonb_to_recordset(${jsonb(rows)}::jsonb)
        as delta (series bigint, value double precision, sum double precision, buckets bigint[])
    ), totals as (
      update metric_totals as total
      set value = total.value + deltas.value, sum = total.sum + deltas.sum,
        buckets = ${bucketSums('total', 'deltas')}
      from deltas where total.id = deltas.series
    ), counts as (
      insert into metric_counts as known (series, seconds, at, counts)
      select series, seconds, start, array_fill(0::float8, array[slot - 1]) || value || array_fill(0::float8, array[slots - slot])
      from deltas cross join (
        select seconds, slots, start, 1 + floor(extract(epoch from now() - start) / seconds)::integer as slot
        from (values (60, 60), (3600, 24)) as width (seconds, slots),
          date_bin(make_interval(secs => seconds * slots), now(), 'epoch') as start
      ) as chunk
      where buckets is null
      on conflict (series, seconds, at) do update
        set counts[1 + floor(extract(epoch from now() - known.at) / known.seconds)::integer] =
          known.counts[1 + floor(extract(epoch from now() - known.at) / known.seconds)::integer]
          + excluded.counts[1 + floor(extract(epoch from now() - known.at) / known.seconds)::integer]
    )
    insert into metric_histograms as known (series, seconds, at, value, sum, buckets)
    select series, seconds, date_bin(make_interval(secs => seconds), now(), 'epoch'), value, sum, buckets
    from deltas cross join (values (60), (3600), (86400)) as width (seconds)
    where buckets is not null
    on conflict (series, seconds, at) do update
      set value = known.value + excluded.value, sum = known.sum + excluded.sum,
        buckets = ${bucketSums('known', 'excluded')}`.execute(db)
}
