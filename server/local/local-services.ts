// Services that local mode starts for everything that is not configured: PostgreSQL, a stand-in for the card processor, secrets.

import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackingServices } from '../config/backing-services.ts'
import type { Config } from '../config/config.ts'
import { hasCode } from '../domain/base/has-code.ts'
import { admitServerAccount } from './postgres/home.ts'
import { startLocalPostgres } from './postgres/postgres.ts'
import { startStripeStandIn } from './stripe/stand-in.ts'

export type LocalServices = BackingServices & {
  /** Whether the stand-in is the card processor. Only then may there be a demo account. */
  readonly usesFakeStripe: boolean
  /** Resolves when every event of the stand-in so far was delivered, or after two seconds at the latest. */
  readonly settled: () => Promise<void>
  readonly close: () => Promise<void>
}

const settleLimitMs = 2_000

/** Uses the configured services and starts the others. Throws an error with a user-readable sentence if that is impossible. */
export async function startLocalServices(config: Config, baseUrl: string): Promise<LocalServices> {
  const { stateDir } = config
  const isNew = mkdirSync(stateDir, { recursive: true, mode: 0o700 }) !== undefined
  if (isNew && config.databaseUrl === null) admitServerAccount(stateDir)
  const postgres =
    config.databaseUrl === null
      ? await startLocalPostgres({ folder: join(stateDir, 'postgres') })
      : { url: config.databaseUrl, stop: async () => undefined }
  const standIn = config.stripe === null ? await openStandIn(stateDir, baseUrl) : null
  const { stripe } = standIn ?? config
  if (stripe === null) throw new Error('The card processor is neither configured nor started.')
  return {
    databaseUrl: postgres.url,
    authSecret: config.authSecret ?? localSecret(stateDir, 'auth-secret'),
    internalKey: config.internalKey ?? localSecret(stateDir, 'internal-key'),
    stripe,
    usesFakeStripe: standIn !== null,
    settled: async () => standIn?.settled(),
    close: async () => {
      await standIn?.close()
      await postgres.stop()
    },
  }
}

/** Opens the stand-in for the card processor. Its keys are kept in the state folder. */
export async function openStandIn(stateDir: string, baseUrl: string) {
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
    while (performance.now() < until && (await pending())) await sleep(10)
  }
  const stripe = { secretKey, webhookSecret, apiBase: running.baseUrl }
  return { stripe, settled, close: running.close }
}

/** Returns a secret that is created at the first start and kept in the state folder. */
export function localSecret(stateDir: string, name: string, prefix = ''): string {
  const path = join(stateDir, name)
  try {
    writeFileSync(path, prefix + randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  return readFileSync(path, 'utf8')
}
