// The processes that a paid order needs: the service with its worker, the card processor's stand-in, and
// Postgres with synchronous commit.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usedEventTypes } from '../../../server/adapters/payments/events.ts'
import { type OpenDatabase, openDatabase } from '../../../server/db/core/connect.ts'
import { installJobQueue } from '../../../server/db/core/jobs/jobs.ts'
import { migrateToLatest } from '../../../server/db/core/migrating/migrate.ts'
import { startLocalPostgres } from '../../../server/local/postgres/postgres.ts'
import { connectStripeControl, type StripeControl } from '../../../server/local/stripe/control.ts'
import { createTestAccount, stripeCaller } from '../../../testing/service/test-accounts.ts'
import { childrenOf } from '../../lib/cpu.ts'
import { createDatabase } from '../../lib/databases.ts'

export type PaidService = {
  readonly baseUrl: string
  readonly databaseUrl: string
  readonly database: OpenDatabase
  /** API keys of paying accounts. */
  readonly apiKeys: readonly string[]
  /** STATE_DIR of the service, with the stored files. */
  readonly stateDir: string
  /** Path of the Postgres log. */
  readonly postgresLog: string
  /** Returns the processes of the service: one, or several with WEB_CONCURRENCY. */
  readonly servicePids: () => readonly number[]
  readonly standInPid: number
  readonly standIn: StripeControl
  /**
   * Creates a database in the same cluster and returns its URL. It has the service's tables with
   * accounts, keys and measurements, but no orders.
   */
  readonly copyDatabase: (name: string) => Promise<string>
  readonly stop: () => Promise<void>
}

const secrets = { secretKey: 'sk_test_bench', webhookSecret: 'whsec_bench' }
const program = process.env['BENCH_SERVICE'] ?? join(import.meta.dir, '../../../server/main.ts')
/** Number of accounts. An account may send 64 files at a time. */
const accounts = 16
const startTimeoutMs = 60_000
const profileFolder = process.env['BENCH_PROFILE']

/**
 * Starts the service. BENCH_SERVICE: main.ts of another checkout to compare with. BENCH_PROFILE:
 * folder for a CPU profile of the service. `env`: additional environment of the service. `workers`:
 * background processes in addition to the service's worker.
 */
export async function startPaidService(
  env: Readonly<Record<string, string>> = {},
  { workers = 0 }: { readonly workers?: number } = {},
): Promise<PaidService> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-paid-'))
  const postgres = await startLocalPostgres({ folder: join(folder, 'postgres'), temporary: true })
  const port = freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const standIn = await startStandIn(`${baseUrl}/api/billing/webhook`)
  const stateDir = join(folder, 'state')
  const start = (more: Readonly<Record<string, string>>) =>
    Bun.spawn([process.execPath, program], {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        BASE_URL: baseUrl,
        STATE_DIR: stateDir,
        DATABASE_URL: postgres.url,
        AUTH_SECRET: 'bench-secret-of-at-least-32-characters',
        INTERNAL_KEY: 'bench-internal-key',
        STRIPE_SECRET_KEY: secrets.secretKey,
        STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
        STRIPE_API_BASE: standIn.baseUrl,
        ...(profileFolder && { BUN_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` }),
        ...env,
        ...more,
      },
      stdout: 'ignore',
      stderr: 'inherit',
    })
  const service = start({})
  await untilReady(baseUrl)
  const beside = Array.from({ length: workers }, () =>
    start({ ROLE: 'worker', WEB_CONCURRENCY: '1', PORT: String(freePort()) }),
  )
  const database = openDatabase({ url: postgres.url, poolSize: 4 })
  const stripe = stripeCaller(standIn.baseUrl, secrets.secretKey)
  const ids = {
    uuid: () => crypto.randomUUID(),
    secretHex: (bytes: number) =>
      Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex'),
  }
  const made = await Promise.all(
    Array.from({ length: accounts }, () => createTestAccount({ database, ids, stripe })),
  )
  return {
    baseUrl,
    databaseUrl: postgres.url,
    database,
    apiKeys: made.map(({ apiKey }) => apiKey),
    postgresLog: join(folder, 'postgres', 'server.log'),
    servicePids: () => [service.pid, ...childrenOf(service.pid), ...beside.map(({ pid }) => pid)],
    stateDir,
    standInPid: standIn.pid,
    standIn: connectStripeControl(standIn.baseUrl, secrets.secretKey),
    copyDatabase: async (name) => {
      const url = await createDatabase(postgres.url, name)
      const copy = openDatabase({ url, poolSize: 1 })
      await migrateToLatest(copy.db)
      await installJobQueue(copy.pool)
      for (const table of ['accounts', 'api_keys', 'measurements']) {
        const { rows } = await database.pool.query(
          `select json_agg(t)::text as json from ${table} t`,
        )
        const insert = `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`
        await copy.pool.query(insert, [rows[0].json ?? '[]'])
      }
      await copy.close()
      return url
    },
    stop: async () => {
      await database.close()
      for (const one of [service, ...beside]) one.kill('SIGTERM')
      await Promise.all([service, ...beside].map(({ exited }) => exited))
      await standIn.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startStandIn(webhookUrl: string) {
  const script = join(import.meta.dir, '../../../server/local/stripe/main.ts')
  const child = Bun.spawn([process.execPath, script], {
    env: {
      ...process.env,
      PORT: '0',
      STRIPE_SECRET_KEY: secrets.secretKey,
      STRIPE_WEBHOOK_SECRET: secrets.webhookSecret,
      WEBHOOK_URL: webhookUrl,
      WEBHOOK_EVENTS: usedEventTypes.join(','),
    },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { value } = await child.stdout.getReader().read()
  const { baseUrl }: { baseUrl: string } = JSON.parse(new TextDecoder().decode(value))
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  return { baseUrl, pid: child.pid, stop }
}

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  const { port } = probe
  probe.stop(true)
  return port
}

async function untilReady(baseUrl: string): Promise<void> {
  const end = Date.now() + startTimeoutMs
  while (Date.now() < end) {
    const response = await fetch(`${baseUrl}/readyz`).catch(() => null)
    if (response?.ok) return
    await Bun.sleep(100)
  }
  throw new Error(`the service did not start within ${startTimeoutMs / 1000} s`)
}
