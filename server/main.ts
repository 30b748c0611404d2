// The process: reads the environment, starts the local stand-ins that are needed, listens, and shuts down in order.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLog, withLogFacts } from './adapters/log.ts'
import { type Config, parseConfig } from './config.ts'
import { withAccessLog } from './http/access-log.ts'
import { prepareDemo } from './local/demo.ts'
import { followLauncher } from './local/follow-launcher.ts'
import { startLocalPostgres } from './local/postgres.ts'
import { startStripeStandIn } from './local/stripe/stand-in.ts'
import { openService } from './service.ts'
import { siblingFlag, startSiblings } from './siblings.ts'

const parsed = parseConfig(process.env)
if (!parsed.ok) {
  for (const problem of parsed.failure) console.error(problem)
  process.exit(1)
}
const config = parsed.value
const log = createLog({ level: config.logLevel })
mkdirSync(config.stateDir, { recursive: true, mode: 0o700 })

/** Larger than the largest upload, so that the answer to one that is too large is ours. */
const maxRequestBytes = 110 * 1024 * 1024
/** Longer than one submit may take: measuring and charging have their own limits. */
const drainLimitMs = 120_000

const starting = () => Response.json({ error: 'Starting; try again shortly.' }, { status: 503 })
let handle: (request: Request) => Response | Promise<Response> = starting
const server = Bun.serve({
  port: config.port,
  hostname: config.host,
  maxRequestBodySize: maxRequestBytes,
  idleTimeout: 120,
  reusePort: config.webConcurrency > 1,
  fetch: (request) => handle(request),
})
const baseUrl = config.baseUrl ?? `http://localhost:${server.port}`
const postgres =
  config.databaseUrl === null
    ? await startLocalPostgres({ dataDir: join(config.stateDir, 'postgres') })
    : null
const standIn = config.stripe === null ? await openStandIn(config, baseUrl) : null
const databaseUrl = config.databaseUrl ?? postgres?.url ?? ''
const authSecret = config.authSecret ?? localSecret('auth-secret')
const internalKey = config.internalKey ?? localSecret('internal-key')
const stripe = config.stripe ?? standIn ?? missingStripe()
const service = await openService({
  config,
  baseUrl,
  databaseUrl,
  authSecret,
  internalKey,
  stripe,
  log,
  clientAddress: (request) => server.requestIP(request)?.address ?? 'unknown',
})
const worker = config.role === 'web' ? null : await service.startWorker()
if (config.role !== 'worker') handle = withAccessLog(service.app.handle, log, withLogFacts)
log.info('listening', { baseUrl, role: config.role })
const isSibling = process.argv.includes(siblingFlag)
const siblings =
  isSibling || config.webConcurrency === 1 || config.role === 'worker'
    ? null
    : startSiblings(config.webConcurrency - 1, siblingEnvironment(), log)
if (standIn !== null) await prepareDemo({ config, baseUrl, service })

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutDown(signal))
followLauncher(() => void shutDown('parent gone'))

/** Finishes running requests and charges first; a second signal does not wait. */
async function shutDown(signal: string): Promise<void> {
  if (stopping) process.exit(1)
  stopping = true
  log.info('stopping', { signal })
  await siblings?.stop()
  await stopListening()
  await worker?.stop()
  await service.close()
  await standIn?.close()
  await postgres?.stop()
  log.flush()
  process.exit(0)
}

/** Waits for running requests, idle connections not counted. */
async function stopListening(): Promise<void> {
  const finished = server.stop()
  await Promise.race([finished, Bun.sleep(drainLimitMs)])
  await server.stop(true)
}

/** What siblings must share with this process, stand-ins included. */
function siblingEnvironment(): Record<string, string> {
  return {
    PORT: String(server.port),
    BASE_URL: baseUrl,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: authSecret,
    INTERNAL_KEY: internalKey,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    ...(stripe.apiBase === null ? {} : { STRIPE_API_BASE: stripe.apiBase }),
  }
}

async function openStandIn({ stateDir }: Config, url: string) {
  const secretKey = localSecret('stripe-key', 'sk_test_')
  const webhookSecret = localSecret('stripe-webhook', 'whsec_')
  const stateFile = join(stateDir, 'stripe.sqlite')
  const webhookUrl = `${url}/api/billing/webhook`
  const running = await startStripeStandIn({ stateFile, webhookUrl, webhookSecret, secretKey })
  return { secretKey, webhookSecret, apiBase: running.baseUrl, close: running.close }
}

/** A secret of local mode: made once, kept in the state folder. Production never gets here (config.ts). */
function localSecret(name: string, prefix = ''): string {
  const path = join(config.stateDir, name)
  try {
    writeFileSync(path, prefix + randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(path, 'utf8')
}

function missingStripe(): never {
  throw new Error('no card processor is configured')
}
