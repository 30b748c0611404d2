// Wires the service: opens pools, builds the dependencies and the app. main.ts runs it as a process; tests open it directly.

import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createGeometry } from '../../geometry/index.ts'
import { agentTools } from '../../mcp/tools/list.ts'
import { codeKeys } from '../adapters/auth/code-keys.ts'
import { isCommonPassword } from '../adapters/auth/common-passwords.ts'
import { createDownloads } from '../adapters/downloader/downloads.ts'
import {
  createLanguageModel,
  createSupportWriter,
} from '../adapters/language/create-language-model.ts'
import { createMetricRegistry, type MetricRegistry } from '../adapters/observability/registry.ts'
import { withTrace } from '../adapters/observability/trace-context.ts'
import { cleanLogo } from '../adapters/pictures/clean-logo.ts'
import { fitLogo } from '../adapters/pictures/fit-logo.ts'
import { openObjectStore } from '../adapters/storage/object-store.ts'
import { openDiskRoom, openTemporaryFiles } from '../adapters/storage/temporary-files.ts'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/production.ts'
import { createAccounts } from '../db/accounts/accounts.ts'
import { createKnownDevices } from '../db/accounts/known-devices.ts'
import { createAccountLogos } from '../db/accounts/logos.ts'
import { createOwnRequests } from '../db/accounts/own-requests.ts'
import { createSecondFactors } from '../db/accounts/second-factors.ts'
import { createBrandings } from '../db/branding/brandings.ts'
import { type Db, type OpenDatabase, openDatabase } from '../db/core/connect.ts'
import { namingVariable } from '../db/core/connection/naming-variable.ts'
import { poolSizeOf, shareOfConnections } from '../db/core/connection/pool-size.ts'
import { createBatchedRateCounters } from '../db/limits/rate-batches.ts'
import { createRecentOutcomes } from '../db/models/cached-outcomes.ts'
import { createAccountRecords } from '../db/personal-data/erasure.ts'
import { createFarmTerms } from '../db/terms/farm-terms.ts'
import { createSoldParts } from '../db/terms/sold-parts.ts'
import type { AccountId } from '../domain/base/caller.ts'
import type { Clock, Ids } from '../domain/base/ports.ts'
import { megabyte } from '../domain/base/text/megabytes.ts'
import { measureTimeoutMs } from '../domain/measurement/time-limit.ts'
import { createPasswordGate, type PasswordGate } from '../http/auth/password-gate.ts'
import type { ReadinessCheck } from '../http/live-pages/readiness.ts'
import { createAuthenticator } from '../http/middleware/authenticate.ts'
import { type App, type AppParts, buildApp, buildHealthApp } from './app.ts'
import { closeParts } from './close-parts.ts'
import type { Deps } from './deps.ts'
import { notingCaller } from './geometry/geometry-callers.ts'
import { measurementVersion } from './geometry/measurement-version.ts'
import { openHelp } from './help.ts'
import { loggedLimits } from './metrics/logged-limits.ts'
import { meteredMailer, meteredPorts } from './metrics/metered-ports.ts'
import { openMetrics } from './metrics/metrics.ts'
import { poolObserver, sliceObserver } from './metrics/pool-observers.ts'
import { trackDisk, trackPool, trackSlicer } from './metrics/track-gauges.ts'
import { mailerOf, openAuth } from './open-auth.ts'
import { openBranding } from './open-branding.ts'
import { openDeskPorts } from './ports/desk-ports.ts'
import { openFarmPorts } from './ports/farm-ports.ts'
import { openModelPorts } from './ports/model-ports.ts'
import { openMoneyPorts } from './ports/money-ports.ts'
import { openReadiness } from './readiness.ts'
import type { ServiceSettings } from './service-settings.ts'
import { openSlicing } from './slicing/slicing.ts'
import { readLegalTexts } from './terms/legal-texts.ts'
import { openTerms } from './terms/open-terms.ts'
import { startWorker, type Worker, type WorkerOptions } from './worker/worker.ts'

export type Service = {
  readonly app: App
  /** Only health checks, for a process that serves nothing else. */
  readonly healthApp: Pick<App, 'handle'>
  readonly deps: Deps
  readonly database: OpenDatabase
  readonly createUser: (user: { email: string; password: string }) => Promise<{
    accountId: AccountId
  }>
  readonly startWorker: () => Promise<Worker>
  readonly close: () => Promise<void>
}

const queuedMeasurements = 256
/** Time limit on a repair, an inspection or a picture. */
const visitorTimeoutMs = 5_000
const measureMemoryBytes = 1024 * megabyte

/** A round takes seconds, or up to two minutes while the card processor does not respond. */
const stalledAfterMs = 180_000

const systemClock: Clock = { now: () => new Date() }
const systemIds: Ids = {
  uuid: randomUUID,
  secretHex: (bytes) => randomBytes(bytes).toString('hex'),
  randomInt: (below) => randomInt(below),
}

export async function openService(settings: ServiceSettings): Promise<Service> {
  const { config, log, clock = systemClock } = settings
  const registry = createMetricRegistry()
  const database = await openTrackedDatabase(settings, registry)
  const mailer = meteredMailer(settings.mailer ?? mailerOf(settings), registry)
  const { auth, orderKey } = await openAuth(settings, { database, mailer })
  const tools = openModelTools(settings, { db: database.db, registry })
  const { geometry, slicing } = tools
  const passwordGate = openPasswordGate(registry)
  const metrics = openTrackedMetrics(settings, { database, registry })
  const rules = await openRules(settings, { db: database.db, registry })
  const opened = { database, clock, registry, orderKey, auth, tools, metrics, rules }
  const plain = await openDeps(settings, opened)
  const metered = meteredPorts(plain)
  const deps = settings.decorate?.(metered, database) ?? metered
  const readiness = openReadiness({ config, db: database.db, deps, geometry, slicing, metrics })
  const parts: AppParts = {
    ...appSettingsOf(settings, deps),
    authHandler: auth.handler,
    legalTexts: rules.legalTexts,
    passwordGate,
    metrics,
    readiness,
  }
  const app = buildApp(settings.decorateApp?.(parts) ?? parts)
  registry.track('events_stream_listeners', {}, app.streamListeners)
  return {
    app,
    healthApp: buildHealthApp(parts),
    deps,
    database,
    createUser: auth.createDemoUser,
    startWorker: () => {
      const { db, pool } = database
      const options = { deps, db, pool, mailer, coreVersion: measurementVersion, registry }
      return startCheckedWorker(options, readiness.checks)
    },
    close: () =>
      closeParts(
        {
          terms: rules.closeTerms,
          branding: () => rules.brandingInForce.close(),
          auth: auth.settle,
          mailer: () => mailer.close(),
          slicing: () => slicing.close(),
          geometry: () => geometry.close(),
          metrics: () => metrics.close(),
          ownRequests: () => plain.ownRequests.close(),
          // The others write to it when they are closed.
          database: () => database.close(),
        },
        log,
      ),
  }
}

async function openTrackedDatabase(
  settings: ServiceSettings,
  registry: MetricRegistry,
): Promise<OpenDatabase> {
  const { databaseUrl, log } = settings
  const observer = poolObserver(registry, 'postgres')
  const poolSize = await connectionsOf(settings)
  const database = openDatabase({ url: databaseUrl, poolSize, log, observer })
  trackPool(registry, 'postgres', database.stats)
  return database
}

function openPasswordGate(registry: MetricRegistry): PasswordGate {
  const gate = createPasswordGate({ observer: poolObserver(registry, 'password') })
  trackPool(registry, 'password', gate.stats)
  return gate
}

/** Opens the metrics of the process, and adds its disks. */
function openTrackedMetrics(
  { config, log }: ServiceSettings,
  { database, registry }: { readonly database: OpenDatabase; readonly registry: MetricRegistry },
) {
  const metrics = openMetrics({
    registry,
    database,
    role: config.role,
    log,
    tools: agentTools.map(({ definition }) => definition.name),
  })
  trackDisk(registry, 'state', config.stateDir)
  trackDisk(registry, 'temporary', uploadFolderOf(config))
  return metrics
}

/** Opens the operator's rules for the shop: the legal texts, the farm's terms, and the branding. */
async function openRules(
  { config, log }: ServiceSettings,
  { db, registry }: { readonly db: Db; readonly registry: MetricRegistry },
) {
  const legalTexts = readLegalTexts(config.legalDir, {
    ...config.visitorRetention,
    orderDays: config.retentionDays,
  })
  const farmTerms = createFarmTerms(db)
  const { termsSchedule, close: closeTerms } = await openTerms({ farmTerms, log }, config.termsFile)
  const brandings = createBrandings(db)
  const brandingInForce = await openBranding({ brandings, cleanLogo, log }, config.brandingFile)
  registry.track('farm_terms_version', {}, () => termsSchedule.current().version)
  return { legalTexts, farmTerms, termsSchedule, closeTerms, brandings, brandingInForce }
}

/** Returns the parts of the app that follow from the settings. */
const appSettingsOf = (settings: ServiceSettings, deps: Deps) => ({
  http: {
    deps,
    authenticate: notingCaller(createAuthenticator(deps)),
    ...(settings.keepOpen && { keepOpen: settings.keepOpen }),
  },
  clientAddress: settings.clientAddress ?? (() => 'unknown'),
  ...(settings.requestLog && { requestLog: settings.requestLog }),
  withTrace,
  agentOrigins: settings.config.mcpAllowedOrigins,
  agentTools,
})

type Opened = {
  readonly database: OpenDatabase
  readonly clock: Clock
  readonly registry: MetricRegistry
  readonly orderKey: Uint8Array
  readonly auth: Pick<Awaited<ReturnType<typeof openAuth>>['auth'], 'sessions'>
  readonly tools: ReturnType<typeof openModelTools>
  readonly metrics: Pick<ReturnType<typeof openMetrics>, 'reader'>
  readonly rules: Awaited<ReturnType<typeof openRules>>
}

/** Opens the ports of the domain, without their metrics. */
async function openDeps(settings: ServiceSettings, opened: Opened): Promise<Deps> {
  const { config, baseUrl, log } = settings
  const { database, clock, registry, orderKey, auth, tools, metrics, rules } = opened
  const { legalTexts, farmTerms, brandings, brandingInForce, termsSchedule } = rules
  const { geometry, slicing, downloads, temporaryFiles } = tools
  const { db } = database
  const cache = { coreVersion: measurementVersion, log, recent: createRecentOutcomes() }
  return {
    farmTerms,
    soldParts: createSoldParts(db),
    brandings,
    cleanLogo,
    brandingInForce,
    termsSchedule,
    ...openMoneyPorts({ settings, database, clock, registry, cache, orderKey }),
    ...openModelPorts({
      config,
      baseUrl,
      database,
      clock,
      log,
      cache,
      geometry,
      temporaryFiles,
      downloads,
    }),
    baseUrl,
    operatorEmails: config.operatorEmails,
    viewerEmails: config.viewerEmails,
    isSecondFactorRequired: config.secondFactorRequired,
    internalKey: settings.internalKey,
    previousInternalKey: config.previousInternalKey,
    production: config.production,
    isProcessorLocal: !config.production || isLocal(settings.stripe.apiBase),
    clock,
    ids: systemIds,
    log,
    meter: registry,
    metrics: metrics.reader,
    ...openDeskPorts({ config, database, clock }),
    accounts: createAccounts(database),
    accountRecords: createAccountRecords(database.db, { codeKeys }),
    sessions: auth.sessions,
    knownDevices: createKnownDevices(db),
    accountLogos: createAccountLogos(db),
    fitLogo,
    ownRequests: createOwnRequests(db, { meter: registry, log }),
    secondFactors: createSecondFactors(db),
    isCommonPassword,
    ...openFarmPorts({ config, db, slicing, log }),
    quoteAllowedHosts: config.quoteAllowedHosts,
    objects: await openObjectStore(config, temporaryFiles.grow),
    retentionDays: config.retentionDays,
    languageModel: await createLanguageModel({ ...config, log }),
    supportWriter: await createSupportWriter({ ...config, log }),
    help: openHelp(legalTexts, baseUrl),
    rateCounters: loggedLimits(createBatchedRateCounters(database), { log, clock }),
  }
}

const uploadFolderOf = ({ stateDir }: Config): string => join(stateDir, 'uploads')

/** Opens the parts that read, slice and fetch models, and adds their pools to the metrics. */
function openModelTools(
  { config, log }: ServiceSettings,
  { db, registry }: { readonly db: Db; readonly registry: MetricRegistry },
) {
  const geometry = createGeometry({
    workers: config.geometryWorkers,
    queueLimit: queuedMeasurements,
    timeoutMs: measureTimeoutMs,
    visitorTimeoutMs,
    memoryLimitBytes: measureMemoryBytes,
    observer: poolObserver(registry, 'geometry'),
  })
  trackPool(registry, 'geometry', geometry.stats)
  const uploadFolder = uploadFolderOf(config)
  const room = openDiskRoom(uploadFolder, config.webConcurrency)
  const temporaryFiles = openTemporaryFiles(uploadFolder, { room })
  const slicing = openSlicing({
    config,
    db,
    geometry,
    temporaryFiles,
    log,
    coreVersion: measurementVersion,
    observer: sliceObserver(registry),
  })
  if (slicing.stats !== null) trackSlicer(registry, slicing.stats)
  const { downloadAllowLoopback: allowLoopback } = config
  const downloads = createDownloads({
    temporaryFiles,
    log,
    allowLoopback,
    observer: poolObserver(registry, 'download'),
  })
  trackPool(registry, 'download', downloads.stats)
  return { geometry, slicing, downloads, temporaryFiles }
}

/** Starts the worker. A worker that stalls makes the process unhealthy. */
async function startCheckedWorker(
  options: WorkerOptions,
  checks: Record<string, ReadinessCheck>,
): Promise<Worker> {
  const worker = await startWorker(options)
  checks['worker'] = async () => (worker.roundAgeMs() < stalledAfterMs ? 'ok' : 'stalled')
  const stop = () => {
    delete checks['worker']
    return worker.stop()
  }
  return { ...worker, stop }
}

async function connectionsOf({ config, databaseUrl, log }: ServiceSettings): Promise<number> {
  const available =
    config.databaseConnections ??
    (await namingVariable('DATABASE_URL', shareOfConnections(databaseUrl)))
  const { size, fits } = poolSizeOf(available, config.webConcurrency)
  if (!fits) {
    log.warn('database.too_few_connections', {
      available,
      processes: config.webConcurrency,
      connectionsEach: size,
    })
  }
  return size
}

const isLocal = (url: string | null): boolean => url !== null && isLoopback(new URL(url).hostname)
