// Samples of a soak: memory and file descriptors of each process, connections, temporary files, and the rows and bytes of each table.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { residentMiB } from '../lib/processes.ts'
import type { Expectation, Series } from './verdict.ts'

export type Watched = {
  /** Processes by role, such as `web`. */
  readonly processes: Readonly<Record<string, number>>
  readonly stateDir: string
  readonly pool: pg.Pool
}

/** Figures by name, such as `memory of web`. */
export type Figures = Readonly<Record<string, number>>

/**
 * Tables that keep a row for each order, event, file, measurement, mail or minute of a metric.
 * Tables whose rows are deleted with the work are not listed. Tables that are swept only after days
 * are listed, because no soak lasts that long.
 */
const keptTables = new Set([
  'orders',
  'order_events',
  'order_lines',
  'order_search',
  'order_hours',
  'order_months',
  'order_hours_progress',
  'farm_quarter_hours',
  'emails',
  'processor_events',
  'idempotency_keys',
  'models',
  'measurements',
  'print_estimates',
  'slices',
  'quotes',
  'signed_uploads',
  'generations',
  'generation_jobs',
  'generation_bodies',
  'generation_logs',
  'credit_entries',
  'images',
  'metric_counts',
  'metric_histograms',
])

/** Folders for files of requests and slices in progress, below each folder of the state. */
const temporaryFolders = ['uploads', 'slices']

export async function takeFigures({ processes, stateDir, pool }: Watched): Promise<Figures> {
  const figures: Record<string, number> = {}
  for (const [role, pid] of Object.entries(processes)) {
    figures[`memory of ${role}`] = residentMiB(pid)
    figures[`file descriptors of ${role}`] = countIn(`/proc/${pid}/fd`)
  }
  for (const folder of temporaryFolders) {
    figures[`temporary files in ${folder}`] = countIn(join(stateDir, folder))
  }
  const { rows } = await pool.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  figures['database connections'] = rows[0]?.connections ?? 0
  for (const { name, schema } of await tablesOf(pool)) {
    const { rows: sizes } = await pool.query<{ rows: number; bytes: number }>(
      `select (select count(*)::int from "${schema}"."${name}") as rows, pg_total_relation_size('"${schema}"."${name}"')::float8 as bytes`,
    )
    figures[`rows of ${name}`] = sizes[0]?.rows ?? 0
    figures[`size of ${name}`] = (sizes[0]?.bytes ?? 0) / 2 ** 20
  }
  return figures
}

async function tablesOf(pool: pg.Pool): Promise<readonly { name: string; schema: string }[]> {
  const { rows } = await pool.query<{ name: string; schema: string }>(
    `select relname as name, nspname as schema from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r' and nspname in ('public', 'graphile_worker') order by 1`,
  )
  return rows
}

/** Returns the number of entries of a folder; 0 when it does not exist. */
function countIn(folder: string): number {
  try {
    return readdirSync(folder).length
  } catch {
    return 0
  }
}

type Kind = { readonly unit: string; readonly expected: Expectation; readonly floor: number }

/** Returns the expected behavior of a figure. */
export function kindOf(name: string): Kind {
  if (name.startsWith('memory of ')) {
    return { unit: 'MiB', expected: name.endsWith('stand-in') ? 'reported' : 'flat', floor: 24 }
  }
  if (name.startsWith('file descriptors')) return { unit: '', expected: 'flat', floor: 12 }
  if (name === 'database connections') return { unit: '', expected: 'flat', floor: 8 }
  if (name.startsWith('temporary files')) return { unit: '', expected: 'flat', floor: 6 }
  const table = name.replace(/^(?:rows|size) of /, '')
  const expected = keptTables.has(table) ? 'linear' : 'flat'
  // A table grows in pages, and dead rows stay until the next vacuum, so its rows are judged
  // instead.
  if (name.startsWith('size of ')) return { unit: 'MiB', expected: 'reported', floor: 0 }
  return { unit: 'rows', expected, floor: 60 }
}

/** Returns the series of all figures by name, in the order of the first sample. */
export function seriesOf(
  taken: readonly { readonly minute: number; readonly figures: Figures }[],
): readonly Series[] {
  const names = Object.keys(taken[0]?.figures ?? {})
  return names.map((name) => ({
    name,
    ...kindOf(name),
    samples: taken.map(({ minute, figures }) => ({ minute, value: figures[name] ?? 0 })),
  }))
}
