// What local mode brings along for everything that is not configured: PostgreSQL, the card processor's stand-in, secrets.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { startLocalPostgres } from './postgres/postgres.ts'
import { startStripeStandIn } from './stripe/stand-in.ts'

export type LocalServices = {
  readonly databaseUrl: string
  readonly authSecret: string
  readonly internalKey: string
  readonly stripe: { secretKey: string; webhookSecret: string; apiBase: string | null }
  /** True when cards are the stand-in's: only then may there be a demo account. */
  readonly usesFakeStripe: boolean
  /** Returns once the stand-in's events so far were taken, or after two seconds. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

const settleLimitMs = 2_000

/** Starts what the configuration leaves out; in production it leaves nothing out (config.ts). */
export async function startLocalServices(config: Config, baseUrl: string): Promise<LocalServices> {
  mkdirSync(config.stateDir, { recursive: true, mode: 0o700 })
  const postgres =
    config.databaseUrl === null
      ? await startLocalPostgres({ dataDir: join(config.stateDir, 'postgres') })
      : null
  const standIn = config.stripe === null ? await openStandIn(config.stateDir, baseUrl) : null
  return {
    databaseUrl: config.databaseUrl ?? postgres?.url ?? missing('a database'),
    authSecret: config.authSecret ?? localSecret(config.stateDir, 'auth-secret'),
    internalKey: config.internalKey ?? localSecret(config.stateDir, 'internal-key'),
    stripe: config.stripe ?? standIn ?? missing('a card processor'),
    usesFakeStripe: standIn !== null,
    settled: async () => standIn?.settled(),
    close: async () => {
      await standIn?.close()
      await postgres?.stop()
    },
  }
}

async function openStandIn(stateDir: string, baseUrl: string) {
  const secretKey = localSecret(stateDir, 'stripe-key', 'sk_test_')
  const webhookSecret = localSecret(stateDir, 'stripe-webhook', 'whsec_')
  const running = await startStripeStandIn({
    stateFile: join(stateDir, 'stripe.sqlite'),
    webhookUrl: `${baseUrl}/api/billing/webhook`,
    webhookSecret,
    secretKey,
  })
  const pending = async () =>
    (await running.control.events()).some(({ state }) => state === 'pending')
  const settled = async () => {
    const until = performance.now() + settleLimitMs
    while (performance.now() < until && (await pending())) await Bun.sleep(10)
  }
  return { secretKey, webhookSecret, apiBase: running.baseUrl, settled, close: running.close }
}

/** Made once, kept in the state folder. */
function localSecret(stateDir: string, name: string, prefix = ''): string {
  const path = join(stateDir, name)
  try {
    writeFileSync(path, prefix + randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(path, 'utf8')
}

function missing(what: string): never {
  throw new Error(`${what} is neither configured nor started`)
}
