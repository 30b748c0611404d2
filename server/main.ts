// The process: reads the environment, starts the local stand-ins that are needed, listens, and shuts down in order.
import { createLog, withLogFacts } from './adapters/observability/log.ts'
import { type Config, parseConfig } from './config/config.ts'
import { withAccessLog } from './http/middleware/access-log.ts'
import { createClientAddress } from './http/requests/client-address.ts'
import { originalOf, routable } from './http/requests/paths.ts'
import { greet } from './local/demo/demo.ts'
import { type LocalServices, startLocalServices } from './local/local-services.ts'
import { type Siblings, siblingFlag, startWebProcesses } from './process/cluster.ts'
import { onStopSignals } from './process/shutdown.ts'
import { optionalParts, warnOfParts } from './wiring/optional-parts.ts'
import { openService } from './wiring/service.ts'

/**
 * Never the limit that refuses: Bun would answer a bare 413. Every route bounds what it reads, and what nobody reads Bun
 * throws away as it comes (150 MB: 5 MB of memory on Bun 1.4.5).
 */
const maxRequestBytes = 2 ** 40
/** Longer than one submit may take: measuring and charging have their own limits. */
const drainLimitMs = 120_000

type Handle = (request: Request) => Response | Promise<Response>

const parsed = parseConfig(process.env)
if (!parsed.ok) {
  for (const problem of parsed.failure) console.error(problem)
  process.exit(1)
}
const config = parsed.value
const log = createLog({ level: config.logLevel })
/** Undone last to first. */
const closers: (() => Promise<void>)[] = []
const isSibling = process.argv.includes(siblingFlag)
let siblings: Siblings | null = null
let stopping = false

// From here on nothing is left behind, however early the end comes.
onStopSignals(
  {
    stop: (signal) => void shutDown({ signal }, 0),
    forceExit: () => {
      siblings?.kill()
      process.exit(1)
    },
  },
  { repeats: isSibling ? 'ignore' : 'honor' },
)
// Nothing can be trusted after it, but what runs may still finish: a charge that is cut off costs its caller the answer.
process.on('uncaughtException', (error) => {
  log.error('process.uncaught_exception', { error })
  void shutDown({ reason: 'uncaught exception' }, 1)
})
// Somebody forgot to wait for an outcome. Whoever needed it has failed by himself; ending the process, as Bun would, would cut
// off every charge that runs beside it.
process.on('unhandledRejection', (error) => log.error('process.unhandled_rejection', { error }))
try {
  await start()
} catch (error) {
  if (!stopping) {
    log.error('process.start_failed', { error })
    console.error(error instanceof Error ? error.message : String(error))
    await closeAll()
    process.exit(1)
  }
}

async function start(): Promise<void> {
  let handle: Handle = () =>
    Response.json({ error: 'Starting; try again shortly.' }, { status: 503 })
  const server = listen(config, (request) => handle(request))
  const baseUrl = config.baseUrl ?? `http://localhost:${server.port}`
  const surroundings = await startLocalServices(config, baseUrl)
  closers.push(surroundings.close)
  const { databaseUrl, authSecret, internalKey, stripe } = surroundings
  const clientAddress = createClientAddress(config.trustedProxies)
  const service = await openService({
    config,
    baseUrl,
    databaseUrl,
    authSecret,
    internalKey,
    stripe,
    log,
    clientAddress: (request) =>
      clientAddress(
        server.requestIP(originalOf(request))?.address,
        request.headers.get('x-forwarded-for'),
      ),
    // 0: no limit but the answer's own.
    keepOpen: (request) => server.timeout(originalOf(request), 0),
  })
  closers.push(service.close)
  if (config.role !== 'web') closers.push((await service.startWorker()).stop)
  // At the same time: whichever process went on listening would get everybody.
  closers.push(async () => {
    await Promise.all([stopListening(server), siblings?.stop()])
  })
  // A worker answers its health checks and nothing else.
  const app = config.role === 'worker' ? service.healthApp : service.app
  const logged = withAccessLog(app.handle, log, withLogFacts)
  handle = (request) => logged(routable(request))
  if (config.production && !isSibling) warnOfParts(log, optionalParts(config))
  log.info('process.listening', { baseUrl, role: config.role })
  const count = config.role === 'worker' ? 1 : config.webConcurrency
  if (count > 1 && !isSibling && !stopping) {
    const shared = siblingEnvironment(surroundings, { baseUrl, port: server.port })
    siblings = startWebProcesses(count - 1, shared, log)
  }
  if (surroundings.usesFakeStripe) {
    // What the demo set off is logged before its words, so that they stand last.
    const settled = () => surroundings.settled().then(log.flush)
    await greet({ config, baseUrl, service, settled })
  }
}

function listen({ port, host, webConcurrency }: Config, fetch: Handle) {
  try {
    return Bun.serve({
      port,
      hostname: host,
      maxRequestBodySize: maxRequestBytes,
      idleTimeout: 120,
      reusePort: webConcurrency > 1,
      fetch,
    })
  } catch (cause) {
    throw new Error(
      `Port ${port} on ${host} cannot be used: another program may hold it. Set PORT to another one, or to 0 for any.`,
      { cause },
    )
  }
}

/** Finishes running requests and charges first. */
async function shutDown(why: Record<string, string>, exitCode: number): Promise<void> {
  if (exitCode !== 0) process.exitCode = exitCode
  if (stopping) return
  stopping = true
  log.info('process.stopping', why)
  await closeAll()
  log.flush()
  process.exit()
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
}

/** Waits for running requests, idle connections not counted. */
async function stopListening(server: ReturnType<typeof listen>): Promise<void> {
  const finished = server.stop()
  await Promise.race([finished, Bun.sleep(drainLimitMs)])
  await server.stop(true)
}

/** What siblings must share with this process, stand-ins included. */
function siblingEnvironment(
  { databaseUrl, authSecret, internalKey, stripe }: LocalServices,
  { baseUrl, port }: { baseUrl: string; port: number | undefined },
): Record<string, string> {
  return {
    PORT: String(port),
    BASE_URL: baseUrl,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: authSecret,
    INTERNAL_KEY: internalKey,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    ...(stripe.apiBase === null ? {} : { STRIPE_API_BASE: stripe.apiBase }),
  }
}
