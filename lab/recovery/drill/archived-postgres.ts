// A PostgreSQL with a log that pgBackRest archives, using the files of deploy/backup; only paths and ports differ,
// given by variables.
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverAccount } from '../../../server/local/postgres/home.ts'
import { freePort, waitUntil } from '../../../testing/service/real-server.ts'
import { findProgram, run } from '../lib/commands.ts'

const deploy = join(import.meta.dir, '../../../deploy/backup')
const stanza = '--stanza=orders'

export type ArchivedPostgres = {
  readonly url: string
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly backUp: () => Promise<void>
  /** Resolves when the log up to now is in the repository. */
  readonly archiveLog: () => Promise<void>
  /** Restores the stopped server's data to that moment; the server continues from there after its next start. */
  readonly restoreTo: (moment: string) => Promise<void>
  /** Verifies that every backup and log segment of the repository is complete. */
  readonly verify: () => Promise<string>
  /** Stops the server and removes everything. */
  readonly close: () => Promise<void>
}

/**
 * Starts the server with an empty database and its first full backup. `programs`: the folder of PostgreSQL's
 * programs.
 */
export async function openArchivedPostgres(programs: string): Promise<ArchivedPostgres> {
  const account = serverAccount()
  const home = mkdtempSync(join(tmpdir(), 'svc-drill-'))
  const folder = (name: string) => {
    const path = join(home, name)
    mkdirSync(path, { mode: 0o700 })
    if (account) chownSync(path, account.uid, account.gid)
    return path
  }
  if (account) chownSync(home, account.uid, account.gid)
  const data = folder('data')
  const socket = folder('socket')
  const repository = folder('repository')
  const logs = folder('logs')
  const spool = folder('spool')
  const settings = folder('settings')
  const port = await freePort()
  const config = copyFor('pgbackrest.conf')
  const env = {
    PGBACKREST_CONFIG: config,
    PGBACKREST_REPO1_TYPE: 'posix',
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_REPO1_CIPHER_PASS: 'a passphrase of this drill alone',
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: socket,
    PGBACKREST_PG1_USER: 'postgres',
    PGBACKREST_LOG_PATH: logs,
    PGBACKREST_LOCK_PATH: logs,
    PGBACKREST_SPOOL_PATH: spool,
  }
  const asServer = { account, env, timeoutMs: 300_000 }
  const pgbackrest = (...args: string[]) =>
    run([findProgram('pgbackrest') ?? 'pgbackrest', stanza, ...args], asServer)
  const control = (...args: string[]) =>
    run([join(programs, 'pg_ctl'), '-D', data, '-w', '-t', '240', ...args], asServer)
  const psql = (sql: string) =>
    run([join(programs, 'psql'), '-XAtq', ...connection(socket, port), '-c', sql], asServer)

  function copyFor(name: string): string {
    const path = join(settings, name)
    copyFileSync(join(deploy, name), path)
    if (account) chownSync(path, account.uid, account.gid)
    return path
  }

  const start = async () => {
    await control('-l', join(logs, 'postgres.log'), 'start')
    // A restored server accepts reads before it has reached its moment and writes a new log.
    await waitUntil(
      'the server accepts writes',
      async () => (await psql('select pg_is_in_recovery()')).trim() === 'f',
    )
  }
  const stop = async () => void (await control('-m', 'fast', 'stop'))

  await run(
    [
      ...[join(programs, 'initdb'), '-D', data, '--username=postgres', '--data-checksums'],
      ...['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    ],
    asServer,
  )
  const ownSettings = join(settings, 'drill.conf')
  writeFileSync(
    ownSettings,
    `include '${copyFor('postgresql.conf')}'\nport = ${port}\nlisten_addresses = '127.0.0.1'\n` +
      `unix_socket_directories = '${socket}'\nmax_connections = 100\n`,
  )
  if (account) chownSync(ownSettings, account.uid, account.gid)
  await run(['cp', ownSettings, join(data, 'postgresql.conf')], asServer)
  await start()
  await pgbackrest('stanza-create')
  await pgbackrest('check')

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    backUp: async () => void (await pgbackrest('--type=full', 'backup')),
    archiveLog: async () => {
      const segment = (await psql('select pg_walfile_name(pg_switch_wal())')).trim()
      const archived = async () => {
        const last = (await psql('select last_archived_wal from pg_stat_archiver')).trim()
        return last >= segment
      }
      await waitUntil('the log is archived', archived)
    },
    restoreTo: async (moment) => {
      const target = ['--type=time', `--target=${moment}`, '--target-action=promote']
      await pgbackrest('--delta', ...target, 'restore')
    },
    verify: () => pgbackrest('--log-level-console=info', 'verify'),
    close: async () => {
      await stop().catch(() => undefined)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const connection = (socket: string, port: number) => [
  ...['-h', socket, '-p', String(port), '-U', 'postgres'],
]
