// The running processes, according to their heartbeats, and the database itself.
import { sql } from 'kysely'
import * as v from 'valibot'
import type { SystemReader, SystemState } from '../../domain/desk/system.ts'
import { processRoles } from '../../domain/metrics/metric-store.ts'
import { silentProcessSeconds } from '../../domain/metrics/ports.ts'
import type { Db } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'

export function createSystemReader(db: Db): SystemReader {
  return { read: () => readSystem(db) }
}

const processRow = v.object({
  id: v.string(),
  role: v.picklist(processRoles),
  host: v.string(),
  pid: wholeNumber,
  version: v.string(),
  startedAt: v.date(),
  seenAt: v.date(),
})

const databaseRow = v.object({
  postgresVersion: v.string(),
  databaseBytes: wholeNumber,
  migration: v.string(),
})

async function readSystem(db: Db): Promise<SystemState> {
  const processes = await readRows(
    db,
    processRow,
    sql`
    select id, role, host, pid, version, started_at as "startedAt", seen_at as "seenAt"
    from metric_processes where not stopped and seen_at > now() - make_interval(secs => ${silentProcessSeconds})
    order by started_at, id`,
  )
  const rows = await readRows(
    db,
    databaseRow,
    sql`
    select current_setting('server_version') as "postgresVersion", pg_database_size(current_database()) as "databaseBytes",
      (select max(name) from kysely_migration) as migration`,
  )
  const [database] = rows
  if (database === undefined) throw new Error('The database state query returned no row.')
  return { processes, ...database }
}
