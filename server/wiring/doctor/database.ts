// Checks the database: reachable, of a supported version, migrated, and with the required rights.
import pg from 'pg'
import { migrations } from '../../db/migrations/index.ts'
import { type Diagnosis, type Examined, fail, leftOut, messageOf, pass, warn } from './finding.ts'

const oldestVersion = 15
const maxSkewSeconds = 10
const databaseTimeoutMs = 10_000

export type ServerFacts = {
  /** server_version_num, for example 150004. */
  readonly version: number
  readonly readOnly: boolean
  readonly superuser: boolean
  readonly role: string
  /** Names of the applied migrations; null before the first one. */
  readonly applied: readonly string[] | null
  /** Tables whose rows the role may not read and write. */
  readonly closedTables: readonly string[]
  readonly now: Date
}

export async function checkDatabase({ config, now }: Examined): Promise<readonly Diagnosis[]> {
  if (config.databaseUrl === null) {
    return [leftOut('database', 'local mode starts one of its own')]
  }
  try {
    const facts = await readFacts(config.databaseUrl)
    const owner = await checkOwner(config.migrationDatabaseUrl)
    return [
      ...judgeDatabase(facts, config.migrationDatabaseUrl !== null),
      ...owner,
      judgeClock(facts.now, now()),
    ]
  } catch (error) {
    return [unreachable('database', 'DATABASE_URL', error)]
  }
}

/** Returns the findings for a server that responded. `separate` means that another role changes the schema. */
export function judgeDatabase(facts: ServerFacts, separate: boolean): readonly Diagnosis[] {
  const major = Math.floor(facts.version / 10_000)
  return [
    major < oldestVersion
      ? fail(
          'database',
          `PostgreSQL ${major} is older than ${oldestVersion}.`,
          `Install PostgreSQL ${oldestVersion} or newer and move the database with pg_upgradecluster or pg_dump.`,
        )
      : pass('database', `PostgreSQL ${major}, as ${facts.role}`),
    ...(facts.readOnly
      ? [
          fail(
            'database',
            'The server accepts no writes: it is a standby.',
            'Point DATABASE_URL at the primary, or promote this one: select pg_promote().',
          ),
        ]
      : []),
    judgeMigrations(facts.applied, separate),
    judgeRole(facts, separate),
  ]
}

function judgeMigrations(applied: readonly string[] | null, separate: boolean): Diagnosis {
  const names = Object.keys(migrations)
  const command = separate
    ? 'bun server/wiring/migrate.ts'
    : 'systemctl restart svc (every start migrates), or set MIGRATION_DATABASE_URL and run bun server/wiring/migrate.ts'
  if (applied === null) {
    return fail('migrations', 'The database is empty.', `Start the service once: ${command}`)
  }
  const missing = names.filter((name) => !applied.includes(name))
  const newer = applied.filter((name) => !(name in migrations))
  const breaking = newer.filter((name) => !name.endsWith('.additive'))
  if (breaking.length > 0) {
    return fail(
      'migrations',
      `The database is of a newer release (${breaking.join(', ')}), with which this one does not start.`,
      'Deploy the newer release again (deploy/release.sh upgrade), or restore the backup from before it (deploy/backup/README.md).',
    )
  }
  if (missing.length > 0) {
    return fail(
      'migrations',
      `${missing.length} are missing, from ${missing[0]} on.`,
      `Run ${command}`,
    )
  }
  const added =
    newer.length > 0 ? `, and ${newer.length} of a newer release that this one works with` : ''
  return pass('migrations', `all ${names.length} applied${added}`)
}

function judgeRole({ closedTables, superuser, role }: ServerFacts, separate: boolean): Diagnosis {
  if (closedTables.length > 0) {
    return fail(
      'roles',
      `${role} may not read and write ${closedTables.slice(0, 3).join(', ')}${closedTables.length > 3 ? ' and others' : ''}.`,
      'Run deploy/database/roles.sql as a superuser, then bun server/wiring/migrate.ts with MIGRATION_DATABASE_URL.',
    )
  }
  return superuser
    ? warn(
        'roles',
        `${role} is a superuser of the server.`,
        'Run deploy/database/roles.sql and set DATABASE_URL to svc_run and MIGRATION_DATABASE_URL to svc_migrate.',
      )
    : pass(
        'roles',
        separate
          ? `${role} reads and writes rows; another role changes the schema`
          : `${role} owns the schema`,
      )
}

async function checkOwner(url: string | null): Promise<readonly Diagnosis[]> {
  if (url === null) return []
  try {
    await withClient(url, (client) => client.query('select 1'))
    return []
  } catch (error) {
    return [unreachable('roles', 'MIGRATION_DATABASE_URL', error)]
  }
}

function judgeClock(server: Date, here: Date): Diagnosis {
  const seconds = Math.abs(server.getTime() - here.getTime()) / 1000
  return seconds > maxSkewSeconds
    ? fail(
        'clock',
        `This machine and the database differ by ${Math.round(seconds)} s. Signatures of events are refused beyond 300 s.`,
        'timedatectl set-ntp true, on both machines',
      )
    : pass('clock', `within ${maxSkewSeconds} s of the database's`)
}

const fixes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'systemctl start postgresql, or correct host and port in',
  ENOTFOUND: 'Correct the host in',
  ETIMEDOUT: 'Open the port of the database for this machine, or correct',
  '28P01': 'Correct the password in',
  '28000': 'Let the role in (pg_hba.conf), or correct',
  '3D000': 'createdb -O svc_migrate NAME, or correct the name in',
  '42501': 'Run deploy/database/roles.sql, for the role in',
}

function unreachable(name: string, variable: string, error: unknown): Diagnosis {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const fix = fixes[code] ?? 'Correct'
  return fail(name, `${variable} cannot be used: ${messageOf(error)}`, `${fix} ${variable}.`)
}

const withClient = async <T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: databaseTimeoutMs,
    query_timeout: databaseTimeoutMs,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

const readFacts = (url: string): Promise<ServerFacts> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<
      Omit<ServerFacts, 'applied' | 'closedTables'> & { migrated: boolean }
    >(
      `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as "readOnly",
         rolsuper as superuser, current_user as role, clock_timestamp() as now, to_regclass('kysely_migration') is not null as migrated
       from pg_roles where rolname = current_user`,
    )
    const [server] = rows
    if (server === undefined) throw new Error('The server returned no row about its role.')
    const { migrated, ...facts } = server
    if (!migrated) return { ...facts, applied: null, closedTables: [] }
    // A role that cannot even read this table has no rights at all.
    const closed = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and relname not like 'kysely_%'
         and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
           and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
       order by 1`,
    )
    const mayRead = await client.query<{ yes: boolean }>(
      `select has_table_privilege('kysely_migration', 'select') as yes`,
    )
    const applied =
      mayRead.rows[0]?.yes === true
        ? (await client.query<{ name: string }>('select name from kysely_migration order by 1'))
            .rows
        : Object.keys(migrations).map((name) => ({ name }))
    return {
      ...facts,
      applied: applied.map(({ name }) => name),
      closedTables: closed.rows.map(({ name }) => name),
    }
  })
