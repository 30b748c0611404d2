// The service as a process: reads the environment, starts the required local services, listens, and shuts down in order. server/local is
// imported on demand, so a production process never loads it (test/local/production.test.ts).

import { createLog, withLogFacts } from './adapters/observability/log.ts'
import { type BackingServices, configuredServices } from './config/backing-services.ts'
import { type Config, parseConfig } from './config/config.ts'
import { withoutFileSecrets } from './config/secret-files.ts'
import { createClientAddress } from './http/requests/client-address.ts'
import { originalOf } from './http/requests/paths.ts'
import { refusedWith } from './http/responses/error-code.ts'
import { browserBundle } from './pages/assets/browser-bundle.ts'
import { startWebProcesses, type WebProcesses, webProcessFlag } from './process/cluster.ts'
import { type Handle, listen, stopListening } from './process/listener.ts'
import { closeAll, onStopSignals } from './process/shutdown.ts'
import { optionalParts, warnOfParts } from './wiring/ports/optional-parts.ts'
import { openService, type Service } from './wiring/service.ts'
import { startWorkerWatch } from './wiring/worker/worker-watch.ts'

const parsed = parseConfig(process.env)
if (!parsed.ok) {
  for (const problem of parsed.failure) console.error(problem)
  process.exit(1)
}
const config = parsed.value
const log = createLog({ level: config.logLevel })
/** Called in reverse order. */
const closers: (() => Promise<void>)[] = []
/** True in an additional web process of WEB_CONCURRENCY, which another process started. */
const isChild = process.argv.includes(webProcessFlag)
let webProcesses: WebProcesses | null = null
let stopping = false
/** The exit code of the service. Not stored in `process.exitCode`, because the job queue sets that when it ends. */
let exitCode: 0 | 1 = 0

// Registered before anything is opened, so that a stop during the start closes it as well.
onStopSignals(
  {
    stop: (signal) => void shutDown({ signal }, 0),
    forceExit: () => {
      webProcesses?.kill()
      process.exit(1)
    },
  },
  { repeats: isChild ? 'ignore' : 'honor' },
)
// The state of the process is unknown afterwards, but running requests may still finish: interrupting a charge would cost its caller the
// response.
process.on('uncaughtException', (error) => {
  log.error('process.uncaught_exception', { error })
  void shutDown({ reason: 'uncaught exception' }, 1)
})
// The request that needed the promise has already failed. Exiting, Bun's default, would interrupt every concurrent charge.
process.on('unhandledRejection', (error) => log.error('process.unhandled_rejection', { error }))
try {
  await start()
} catch (error) {
  if (!stopping) {
    log.error('process.start_failed', { error })
    console.error(error instanceof Error ? error.message : String(error))
    await closeAll(closers, log)
    process.exit(1)
  }
}

async function start(): Promise<void> {
  let handle: Handle = () => refusedWith('starting', 503, 'Starting; try again shortly.')
  const server = listen({
    ...config,
    sharesPort: config.webConcurrency > 1,
    handle: (request) => handle(request),
  })
  const baseUrl = config.baseUrl ?? `http://localhost:${server.port}`
  const configured = configuredServices(config)
  const local = configured === null ? await startLocal(baseUrl) : null
  const { databaseUrl, authSecret, internalKey, stripe } = configured ?? local ?? failUnavailable()
  const moderation = await localModeration(local !== null)
  const clientAddress = createClientAddress(config.trustedProxies)
  const operatorEmails = await operatorsOf(config, local)
  const service = await openService({
    config: { ...config, operatorEmails },
    baseUrl,
    databaseUrl,
    authSecret,
    internalKey,
    stripe,
    log,
    ...(moderation !== null && {
      decorate: (deps) => ({ ...deps, languageModel: moderation(deps.languageModel) }),
    }),
    clientAddress: (request) =>
      clientAddress(
        server.requestIP(originalOf(request))?.address,
        request.headers.get('x-forwarded-for'),
      ),
    requestLog: { access: log.access, withFacts: withLogFacts },
    // 0 means no idle timeout; the response has its own.
    keepOpen: (request) => server.timeout(originalOf(request), 0),
  })
  closers.push(service.close)
  if (config.role !== 'web') await startWork(service)
  else if (!isChild) closers.push(startWorkerWatch(service.deps))
  closers.push(async () => {
    service.app.endStreams()
    // At the same time, because a process that kept listening would receive every new connection.
    await Promise.all([stopListening(server), webProcesses?.stop()])
  })
  // A worker serves only its health checks.
  handle = (config.role === 'worker' ? service.healthApp : service.app).handle
  const count = config.role === 'worker' ? 1 : config.webConcurrency
  if (config.production && !isChild) warnOfParts(log, optionalParts(config))
  // Built while no request waits for it. A page that needs it earlier waits for the same build.
  if (config.role !== 'worker') {
    browserBundle().catch((error: unknown) => log.error('pages.bundle_failed', { error }))
  }
  log.info('process.listening', { baseUrl, role: config.role })
  if (count > 1 && !isChild && !stopping) {
    const services = { databaseUrl, authSecret, internalKey, stripe }
    const shared = childEnvironment(services, { baseUrl, port: server.port, operatorEmails })
    webProcesses = startWebProcesses(count - 1, shared, log)
  }
  if (local?.usesFakeStripe) {
    const { greet } = await import('./local/demo/demo.ts')
    // Waits for the log lines that creating the demo account causes, so that its text comes last.
    const settled = () => local.settled().then(log.flush)
    await greet({ config, baseUrl, service, settled })
  }
}

/** If pictures must be moderated, the stand-in does not replace a server. */
async function localModeration(isLocal: boolean) {
  if (!isLocal || config.openai !== null || config.moderatePictures) return null
  return (await import('./local/moderation.ts')).withLocalModeration
}

/** When the worker ends without a request to stop, ends the process, so that its supervisor starts another one. */
async function startWork(service: Service): Promise<void> {
  const worker = await service.startWorker()
  closers.push(worker.stop)
  void worker.ended.then((error) => {
    log.error('worker.ended', { error })
    return shutDown({ reason: 'the worker ended' }, 1)
  })
}

/** Returns the operators. The demo account operates the local farm unless other operators are configured. */
async function operatorsOf(
  { operatorEmails }: Pick<Config, 'operatorEmails'>,
  local: { readonly usesFakeStripe: boolean } | null,
): Promise<ReadonlySet<string>> {
  if (operatorEmails.size > 0 || !local?.usesFakeStripe) return operatorEmails
  const { demoEmail } = await import('./local/demo/demo.ts')
  return new Set([demoEmail])
}

async function startLocal(baseUrl: string) {
  // Production requires full configuration (config/production.ts). This check keeps an error there from starting stand-ins.
  if (config.production) return null
  const { startLocalServices } = await import('./local/local-services.ts')
  const local = await startLocalServices(config, baseUrl)
  closers.push(local.close)
  return local
}

function failUnavailable(): never {
  throw new Error('A database, a secret or a card processor is not configured.')
}

/** Shuts down after running requests and charges have finished. */
async function shutDown(why: Record<string, string>, code: 0 | 1): Promise<void> {
  if (code !== 0) exitCode = code
  if (stopping) return
  stopping = true
  log.info('process.stopping', why)
  await closeAll(closers, log)
  log.flush()
  process.exit(exitCode)
}

/** Returns the environment that additional web processes share with this one. It includes local services, so they start none. */
function childEnvironment(
  { databaseUrl, authSecret, internalKey, stripe }: BackingServices,
  {
    baseUrl,
    port,
    operatorEmails,
  }: {
    readonly baseUrl: string
    readonly port: number | undefined
    readonly operatorEmails: ReadonlySet<string>
  },
): Record<string, string> {
  const shared = {
    OPERATOR_EMAILS: [...operatorEmails].join(','),
    PORT: String(port),
    BASE_URL: baseUrl,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: authSecret,
    INTERNAL_KEY: internalKey,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    ...(stripe.apiBase === null ? {} : { STRIPE_API_BASE: stripe.apiBase }),
  }
  return withoutFileSecrets(shared, process.env)
}
