// A PostgreSQL with a standby, for tests of a failover. The standby is a copy of the primary's files, because not
// every installation has pg_basebackup.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '../../server/local/postgres/binaries.ts'
import { startCluster } from '../../server/local/postgres/cluster.ts'
import {
  reachableHome,
  reachablePrograms,
  serverAccount,
} from '../../server/local/postgres/home.ts'
import { freePort, waitUntil } from '../service/real-server.ts'

export type ReplicatedPostgres = {
  readonly primaryUrl: string
  readonly standbyUrl: string
  /** Makes commits wait for the standby from now on. */
  readonly makeSynchronous: () => Promise<void>
  /**
   * Stops the standby from receiving changes, with SIGSTOP to its receiver process. Returns a function that resumes
   * it.
   */
  readonly pauseReceiver: () => Promise<() => void>
  /** Ends the standby, and starts it again. */
  readonly stopStandby: () => Promise<void>
  readonly startStandby: () => Promise<void>
  /** Sends SIGKILL; its connections break. */
  readonly killPrimary: () => Promise<void>
  /** Promotes the standby to a primary. */
  readonly promote: () => Promise<void>
  readonly close: () => Promise<void>
}

const standbyName = 's'

export async function openReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const [primaryFolder, standbyFolder] = [temporaryFolder(), temporaryFolder()]
  const cluster = await startCluster({ folder: primaryFolder, fast: false, temporary: true })
  const primaryUrl = cluster.url
  const account = serverAccount()
  const primaryData = join(reachableHome(primaryFolder, account), 'data')
  const standbyHome = reachableHome(standbyFolder, account)
  const standbyData = join(standbyHome, 'data')
  await copyFiles(primaryUrl, primaryData, standbyData)
  const port = await freePort()
  const standbyUrl = withPort(primaryUrl, port)
  const programs = reachablePrograms(findBinaries(null), standbyHome, account)
  let standby: ChildProcess | null = null
  const ended = (child: ChildProcess) =>
    new Promise<void>((resolve) => child.once('exit', () => resolve()))

  const startStandby = async () => {
    const { hostname, port: from, username, password } = new URL(primaryUrl)
    const conninfo = `host=${hostname} port=${from} user=${username} password=${password} application_name=${standbyName}`
    const settings = [
      ...['unix_socket_directories=', 'listen_addresses=127.0.0.1', 'max_connections=300'],
      ...[`port=${port}`, `primary_conninfo=${conninfo}`, 'wal_retrieve_retry_interval=200ms'],
    ]
    standby = spawn(
      join(programs, 'postgres'),
      ['-D', standbyData, ...settings.flatMap((setting) => ['-c', setting])],
      {
        stdio: 'ignore',
        cwd: '/',
        env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
        ...(account && { uid: account.uid, gid: account.gid }),
      },
    )
    await waitUntil('the standby accepts connections', () => canRead(standbyUrl))
  }
  const stopStandby = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (standby === null) return
    const end = ended(standby)
    standby.kill(signal)
    standby = null
    await end
  }
  await startStandby()
  return {
    primaryUrl,
    standbyUrl,
    makeSynchronous: async () => {
      await ask(primaryUrl, `alter system set synchronous_standby_names = 'ANY 1 (${standbyName})'`)
      await ask(primaryUrl, 'select pg_reload_conf()')
      await waitUntil('the standby is synchronous', async () => {
        const rows = await ask(primaryUrl, 'select sync_state from pg_stat_replication')
        return rows[0]?.['sync_state'] === 'quorum'
      })
    },
    pauseReceiver: async () => {
      const rows = await ask(standbyUrl, 'select pid from pg_stat_wal_receiver')
      const pid = Number(rows[0]?.['pid'])
      process.kill(pid, 'SIGSTOP')
      return () => void process.kill(pid, 'SIGCONT')
    },
    stopStandby: () => stopStandby(),
    startStandby,
    killPrimary: async () => {
      const pid = Number(readFileSync(join(primaryData, 'postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGKILL')
      await waitUntil('the primary is gone', async () => !(await canRead(primaryUrl)))
    },
    promote: async () => {
      await ask(standbyUrl, 'select pg_promote()')
    },
    close: async () => {
      await stopStandby('SIGQUIT')
      await cluster.stop()
      for (const path of [standbyHome, standbyFolder]) {
        rmSync(path, { recursive: true, force: true })
      }
    },
  }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-replicated-'))
  // The account that runs the server must be able to enter it.
  chmodSync(folder, 0o711)
  return folder
}

/** Runs the statements of pg_basebackup, in one session. */
async function copyFiles(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select pg_backup_start('standby', true)")
    const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The primary's files could not be copied: ${stderr}`)
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    rmSync(join(to, 'postmaster.pid'), { force: true })
    writeFileSync(join(to, 'backup_label'), rows[0].labelfile)
    writeFileSync(join(to, 'standby.signal'), '')
  } finally {
    await client.end()
  }
  // Files written by root must belong to the server.
  spawnSync('chown', ['-R', '--reference', from, to])
}

async function ask(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const canRead = (url: string): Promise<boolean> =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  )

function withPort(url: string, port: number): string {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}
