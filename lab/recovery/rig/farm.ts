// Programs of each host: etcd, Patroni with PostgreSQL, HAProxy, a web process and a worker. The configuration is
// that of deploy/ha, with different addresses, folders and passwords.
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverAccount } from '../../../server/local/postgres/home.ts'
import { findProgram } from '../lib/commands.ts'
import { addresses, type HostName, hostNames } from './network.ts'
import { type Program, type Supervised, supervise } from './supervise.ts'

export type FarmOptions = {
  /** An empty folder for data and logs. */
  readonly home: string
  readonly postgresFolder: string
  readonly patroniFolder: string
  readonly stripe: {
    readonly apiBase: string
    readonly key: string
    readonly webhookSecret: string
  }
}

export type Farm = {
  readonly programs: readonly Supervised[]
  readonly of: (host: HostName, name: string) => Supervised
  /** Returns the address of the service's database on that host, as its owner or as the superuser. */
  readonly databaseUrl: (host: HostName, as: 'orders' | 'postgres') => string
  readonly stateDir: string
}

export const servicePort = 3000
const root = join(import.meta.dir, '../../..')
const deploy = join(root, 'deploy/ha')
const password = randomBytes(12).toString('hex')

export function describeFarm(options: FarmOptions): Farm {
  const account = serverAccount()
  const folder = (...names: string[]) => {
    const path = join(options.home, ...names)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (account) chownSync(path, account.uid, account.gid)
    return path
  }
  chmodSync(options.home, 0o711)
  /** Patroni merges the files of a folder in the order of their names. */
  const patroniSettings = (host: HostName) => {
    const settings = folder(host, 'settings')
    copyFileSync(join(deploy, 'patroni.yml'), join(settings, '1-shipped.yml'))
    writeFileSync(join(settings, '2-host.yml'), hostSettings(folder(host, 'socket')))
    for (const name of ['1-shipped.yml', '2-host.yml']) chmodSync(join(settings, name), 0o644)
    return settings
  }
  const haproxyFile = join(deploy, 'haproxy.cfg')
  const stateDir = join(options.home, 'state')
  const logs = folder('logs')

  const programsOf = (host: HostName): readonly Program[] => {
    const on = (name: string) => ({ host, name, logFile: join(logs, `${host}-${name}.log`) })
    const command = [process.execPath, join(root, 'server/main.ts')]
    const service = { command, folder: root, account: null }
    return [
      {
        ...on('etcd'),
        command: [findProgram('etcd') ?? 'etcd'],
        env: etcdEnvironment(host, folder(host, 'etcd')),
        account,
      },
      {
        ...on('patroni'),
        command: [join(options.patroniFolder, 'patroni'), patroniSettings(host)],
        env: patroniEnvironment(host, join(folder(host), 'data'), options.postgresFolder),
        account,
      },
      {
        ...on('haproxy'),
        command: [findProgram('haproxy') ?? 'haproxy', '-db', '-f', haproxyFile],
        env: { DB1: addresses.h1, DB2: addresses.h2, DB3: addresses.h3 },
        account: null,
      },
      { ...on('web'), ...service, env: serviceEnvironment(options, stateDir, 'web') },
      { ...on('worker'), ...service, env: serviceEnvironment(options, stateDir, 'worker') },
    ]
  }
  const programs = hostNames.flatMap(programsOf).map(supervise)
  return {
    programs,
    of: (host, name) => {
      const found = programs.find((program) => program.host === host && program.name === name)
      if (found === undefined) throw new Error(`There is no ${name} on ${host}.`)
      return found
    },
    databaseUrl: (host, as) => `postgres://${as}:${password}@${addresses[host]}:5432/${as}`,
    stateDir,
  }
}

/** Settings of a host. The hosts share a file system here, have no watchdog, and archive nothing. */
const hostSettings = (socketFolder: string) =>
  JSON.stringify({
    postgresql: {
      parameters: { unix_socket_directories: socketFolder, archive_command: '/bin/true' },
    },
    watchdog: { mode: 'off' },
  })

/** The password of every role. */
export const databasePassword = password

function etcdEnvironment(host: HostName, data: string): Record<string, string> {
  const own = addresses[host]
  const peers = hostNames.map((name) => `${name}=http://${addresses[name]}:2380`)
  return {
    ETCD_NAME: host,
    ETCD_DATA_DIR: data,
    ETCD_LISTEN_PEER_URLS: `http://${own}:2380`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${own}:2380`,
    ETCD_LISTEN_CLIENT_URLS: `http://${own}:2379,http://127.0.0.1:2379`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${own}:2379`,
    ETCD_INITIAL_CLUSTER: peers.join(','),
    ETCD_HEARTBEAT_INTERVAL: '200',
    ETCD_ELECTION_TIMEOUT: '2000',
  }
}

function patroniEnvironment(
  host: HostName,
  data: string,
  postgresFolder: string,
): Record<string, string> {
  const own = addresses[host]
  return {
    PATRONI_NAME: host,
    PATRONI_ETCD3_HOSTS: hostNames.map((name) => `'${addresses[name]}:2379'`).join(','),
    PATRONI_RESTAPI_LISTEN: `${own}:8008`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${own}:8008`,
    PATRONI_POSTGRESQL_LISTEN: `${own},127.0.0.1:5432`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${own}:5432`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: postgresFolder,
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
    PATRONI_REWIND_USERNAME: 'rewinder',
    PATRONI_REWIND_PASSWORD: password,
  }
}

/** Returns the environment. One folder for all hosts replaces the bucket and the mail server. */
function serviceEnvironment(
  { stripe }: FarmOptions,
  stateDir: string,
  role: 'web' | 'worker',
): Record<string, string> {
  return {
    ROLE: role,
    HOST: '0.0.0.0',
    PORT: String(role === 'web' ? servicePort : servicePort + 1),
    BASE_URL: `http://${addresses.outside}:${servicePort}`,
    STATE_DIR: stateDir,
    DATABASE_URL: `postgres://orders:${password}@127.0.0.1:6432/orders`,
    DATABASE_CONNECTIONS: '8',
    GEOMETRY_WORKERS: '1',
    AUTH_SECRET: 'a secret of at least 32 characters for the rig',
    INTERNAL_KEY: 'internal-key-of-the-rig',
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.apiBase,
    STRIPE_CALLS_PER_SECOND: '1000',
  }
}
