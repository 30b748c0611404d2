// Wires the service: opens pools, builds the dependencies and the app. main.ts runs it as a process; tests open it directly.

import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createGeometry } from '../../geometry/index.ts'
import { agentTools } from '../../mcp/tools/list.ts'
import { type AuthOptions, createAuth } from '../adapters/auth/auth.ts'
import { isCommonPassword } from '../adapters/auth/common-passwords.ts'
import { createDownloads } from '../adapters/downloader/downloads.ts'
import {
  createLanguageModel,
  createSupportWriter,
} from '../adapters/language/create-language-model.ts'
import { createMailer, type OpenMailer } from '../adapters/mail/mailer.ts'
import { createMetricRegistry } from '../adapters/observability/registry.ts'
import { withTrace } from '../adapters/observability/trace-context.ts'
import { openObjectStore } from '../adapters/storage/object-store.ts'
import { openDiskRoom, openTemporaryFiles } from '../adapters/storage/temporary-files.ts'
import { createAccounts, deleteAccount, ensureAccount } from '../db/accounts/accounts.ts'
import { createKnownDevices } from '../db/accounts/known-devices.ts'
import { createOwnRequests } from '../db/accounts/own-requests.ts'
import { createSecondFactors, createUsedCodes } from '../db/accounts/second-factors.ts'
import { advisoryLocks } from '../db/core/advisory-locks.ts'
import { type OpenDatabase, openDatabase } from '../db/core/connect.ts'
import { namingVariable } from '../db/core/naming-variable.ts'
import { poolSizeOf, shareOfConnections } from '../db/core/pool-size.ts'
import { createSealedKeys } from '../db/core/sealed-keys.ts'
import { createBatchedRateCounters } from '../db/limits/rate-batches.ts'
import { createRecentOutcomes } from '../db/models/cached-outcomes.ts'
import { createAccountRecords } from '../db/personal-data/erasure.ts'
import type { AccountId } from '../domain/base/caller.ts'
import type { Clock, Ids } from '../domain/base/ports.ts'
import { measureTimeoutMs } from '../domain/measurement/time-limit.ts'
import { createPasswordGate } from '../http/auth/password-gate.ts'
import { createAuthenticator } from '../http/middleware/authenticate.ts'
import { type App, type AppParts, buildApp, buildHealthApp } from './app.ts'
import type { Deps } from './deps.ts'
import { openDeskPorts } from './desk-ports.ts'
import { openFarmPorts } from './farm-ports.ts'
import { notingCaller } from './geometry-callers.ts'
import { openHelp } from './help.ts'
import { readLegalTexts } from './legal-texts.ts'
import { loggedLimits } from './logged-limits.ts'
import { measurementVersion } from './measurement-version.ts'
import { meteredMailer, meteredPorts } from './metered-ports.ts'
import { openMetrics } from './metrics.ts'
import { bringSchemaUpToDate } from './migrate.ts'
import { openModelPorts } from './model-ports.ts'
import { openMoneyPorts } from './money-ports.ts'
import { openOrderKey } from './order-key.ts'
import { poolObserver, sliceObserver } from './pool-observers.ts'
import { openReadiness } from './readiness.ts'
import type { ServiceSettings } from './service-settings.ts'
import { openSlicing } from './slicing.ts'
import { trackDisk, trackPool, trackSlicer } from './track-gauges.ts'
import { startWorker, type Worker } from './worker.ts'

export type Service = {
  readonly app: App
  /** Health checks only, for a process that serves nothing else. */
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
/** For a repair, an inspection or a picture. */
const visitorTimeoutMs = 5_000
const measureMemoryBytes = 1024 * 1024 * 1024

/** A round takes seconds, and up to two minutes while the card processor does not respond. */
const stalledAfterMs = 180_000

const systemClock: Clock = { now: () => new Date() }
const systemIds: Ids = {
  uuid: randomUUID,
  secretHex: (bytes) => randomBytes(bytes).toString('hex'),
  randomInt: (below) => randomInt(below),
}

export async function openService(settings: ServiceSettings): Promise<Service> {
  const { config, baseUrl, log, clock = systemClock } = settings
  const registry = createMetricRegistry()
  const observer = poolObserver(registry, 'postgres')
  const poolSize = await connectionsOf(settings)
  const database = openDatabase({ url: settings.databaseUrl, poolSize, log, observer })
  trackPool(registry, 'postgres', database.stats)
  const { db, pool } = database
  const sender =
    settings.mailer ??
    createMailer({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      folder: join(config.stateDir, 'mail'),
      host: new URL(baseUrl).hostname,
    })
  const mailer = meteredMailer(sender, registry)
  const authSecrets = { current: settings.authSecret, previous: config.previousAuthSecret }
  const authOptions = authOptionsOf(settings, { database, mailer, secrets: authSecrets })
  const auth = createAuth(authOptions)
  if (!settings.schemaIsUpToDate) {
    await bringSchemaUpToDate({
      databaseUrl: settings.databaseUrl,
      migrationDatabaseUrl: config.migrationDatabaseUrl,
      migrateAuth: (owner) => createAuth({ ...authOptions, pool: owner }).migrate(),
    })
  }
  await auth.encryptAnew()
  const orderKey = await openOrderKey(createSealedKeys(db, 'orders'), authSecrets, config)
  const geometry = createGeometry({
    workers: config.geometryWorkers,
    queueLimit: queuedMeasurements,
    timeoutMs: measureTimeoutMs,
    visitorTimeoutMs,
    memoryLimitBytes: measureMemoryBytes,
    observer: poolObserver(registry, 'geometry'),
  })
  trackPool(registry, 'geometry', geometry.stats)
  const uploadFolder = join(config.stateDir, 'uploads')
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
  const passwordGate = createPasswordGate({ observer: poolObserver(registry, 'password') })
  trackPool(registry, 'password', passwordGate.stats)
  const metrics = openMetrics({
    registry,
    database,
    role: config.role,
    log,
    tools: agentTools.map(({ definition }) => definition.name),
  })
  trackDisk(registry, 'state', config.stateDir)
  trackDisk(registry, 'temporary', uploadFolder)
  const cache = { coreVersion: measurementVersion, log, recent: createRecentOutcomes() }
  const legalTexts = readLegalTexts(config.legalDir, {
    ...config.visitorRetention,
    orderDays: config.retentionDays,
  })
  const plain: Deps = {
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
    secondFactorRequired: config.secondFactorRequired,
    internalKey: settings.internalKey,
    previousInternalKey: config.previousInternalKey,
    production: config.production,
    clock,
    ids: systemIds,
    log,
    meter: registry,
    metrics: metrics.reader,
    ...openDeskPorts({ config, database, clock }),
    accounts: createAccounts(database),
    accountRecords: createAccountRecords(database.db),
    sessions: auth.sessions,
    knownDevices: createKnownDevices(db),
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
  const metered = meteredPorts(plain)
  const deps = settings.decorate?.(metered, database) ?? metered
  const readiness = openReadiness({ config, db, deps, geometry, slicing, metrics })
  const parts: AppParts = {
    http: {
      deps,
      authenticate: notingCaller(createAuthenticator(deps)),
      ...(settings.keepOpen && { keepOpen: settings.keepOpen }),
    },
    authHandler: auth.handler,
    clientAddress: settings.clientAddress ?? (() => 'unknown'),
    ...(settings.requestLog && { requestLog: settings.requestLog }),
    withTrace,
    agentOrigins: config.mcpAllowedOrigins,
    agentTools,
    legalTexts,
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
    startWorker: async () => {
      const options = { deps, db, pool, mailer, coreVersion: measurementVersion, registry }
      const worker = await startWorker(options)
      readiness.checks['worker'] = async () =>
        worker.roundAgeMs() < stalledAfterMs ? 'ok' : 'stalled'
      const stop = () => {
        delete readiness.checks['worker']
        return worker.stop()
      }
      return { ...worker, stop }
    },
    close: async () => {
      await auth.settle()
      mailer.close()
      await slicing.close()
      geometry.close()
      await metrics.close()
      await plain.ownRequests.close()
      await database.close()
    },
  }
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

/** Settings of the auth library: its tables, its mails, and the accounts that it makes. */
function authOptionsOf(
  { config, baseUrl, log, passwords }: ServiceSettings,
  {
    database: { db, pool },
    mailer,
    secrets,
  }: {
    readonly database: OpenDatabase
    readonly mailer: OpenMailer
    readonly secrets: AuthOptions['secrets']
  },
): AuthOptions {
  return {
    pool,
    migrationLock: advisoryLocks.signInMigrations,
    baseUrl,
    secrets,
    accounts: {
      ensure: (userId, email) => ensureAccount(db, userId, email),
      forget: (userId) => deleteAccount(db, userId),
    },
    usedCodes: createUsedCodes(db),
    mailer,
    log,
    mailInBackground: config.smtpUrl !== null,
    ...(passwords && { passwords }),
  }
}
