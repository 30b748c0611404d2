// The running processes, according to their heartbeats, and the database itself.
import { sql } from 'kysely'
import type { RunningProcess, SystemReader, SystemState } from '../../domain/desk/system.ts'
import { silentProcessSeconds } from '../../domain/metrics/ports.ts'
import type { Db } from '../core/connect.ts'

export function createSystemReader(db: Db): SystemReader {
  return { read: () => readSystem(db) }
}

async function readSystem(db: Db): Promise<SystemState> {
  const { rows: processes } = await sql<RunningProcess>`
    select id, role, host, pid, version, started_at as "startedAt", seen_at as "seenAt"
    from metric_processes where not stopped and seen_at > now() - make_interval(secs => ${silentProcessSeconds})
    order by started_at, id`.execute(db)
  const { rows } = await sql<Omit<SystemState, 'processes'>>`
    select current_setting('server_version') as "postgresVersion", pg_database_size(current_database()) as "databaseBytes",
      (select max(name) from kysely_migration) as migration`.execute(db)
  const [database] = rows
  if (database === undefined) throw new Error('The database state query returned no row.')
  return { processes, ...database }
}
