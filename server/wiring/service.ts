// Wires the service: opens pools, builds the dependencies and the app. main.ts runs it as a process; tests open it directly.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createGeometry } from '../../geometry/index.ts'
import { agentTools } from '../../mcp/tools/list.ts'
import { type AuthOptions, createAuth, type PasswordHashes } from '../adapters/auth/auth.ts'
import { isCommonPassword } from '../adapters/auth/common-passwords.ts'
import { createDownloads } from '../adapters/downloader/downloads.ts'
import { createEngines } from '../adapters/engines/create-engines.ts'
import { createImageModel } from '../adapters/engines/images/create-image-model.ts'
import {
  createLanguageModel,
  createSupportWriter,
} from '../adapters/language/create-language-model.ts'
import { createMailer, type OpenMailer } from '../adapters/mail/mailer.ts'
import type { ProcessLog } from '../adapters/observability/log.ts'
import { createMetricRegistry } from '../adapters/observability/registry.ts'
import { currentTraceparent, withTrace } from '../adapters/observability/trace-context.ts'
import { createStripeBalance } from '../adapters/payments/balance.ts'
import { createOrderIds } from '../adapters/payments/order-ids.ts'
import { defaultMarker } from '../adapters/payments/order-reference.ts'
import { createStripePayments } from '../adapters/payments/stripe.ts'
import { createColorReader } from '../adapters/pictures/color-reader.ts'
import { createStaffChannel } from '../adapters/staff/staff-channel.ts'
import { openObjectStore } from '../adapters/storage/object-store.ts'
import { openDiskRoom, openTemporaryFiles } from '../adapters/storage/temporary-files.ts'
import { createUploads } from '../adapters/storage/uploads.ts'
import type { Config } from '../config/config.ts'
import { createAccounts, deleteAccount, ensureAccount } from '../db/accounts/accounts.ts'
import { createKnownDevices } from '../db/accounts/known-devices.ts'
import { createSecondFactors, createUsedCodes } from '../db/accounts/second-factors.ts'
import { createBillingDocuments } from '../db/billing/documents.ts'
import { createBooks } from '../db/books/books.ts'
import { createBaskets } from '../db/cart/baskets.ts'
import { createCheckouts } from '../db/cart/checkouts.ts'
import { advisoryLocks } from '../db/core/advisory-locks.ts'
import { type OpenDatabase, openDatabase } from '../db/core/connect.ts'
import { namingVariable } from '../db/core/naming-variable.ts'
import { poolSizeOf, shareOfConnections } from '../db/core/pool-size.ts'
import { createSealedKeys } from '../db/core/sealed-keys.ts'
import { createDeskReader } from '../db/desk/desk-reader.ts'
import { createPrinting } from '../db/desk/printing.ts'
import { createSystemReader } from '../db/desk/system.ts'
import { createThroughput } from '../db/desk/throughput.ts'
import { createDisputes } from '../db/disputes/disputes.ts'
import { createPaymentReviews } from '../db/disputes/payment-reviews.ts'
import { createOrderPlans } from '../db/farm/order-plans.ts'
import { createPlateSlices } from '../db/farm/plate-slices.ts'
import { createPrintJobs } from '../db/farm/print-jobs.ts'
import { createBulkActions } from '../db/fulfillment/bulk-actions.ts'
import { createOrderQueue } from '../db/fulfillment/order-queue.ts'
import { createOrderWork } from '../db/fulfillment/order-work.ts'
import { createGallery } from '../db/gallery/gallery.ts'
import { createCredits } from '../db/generation/credits.ts'
import { createGenerationJobs } from '../db/generation/generation-jobs.ts'
import { createGenerations } from '../db/generation/generations.ts'
import { createImages } from '../db/generation/images.ts'
import { createDebts } from '../db/gift-cards/debts.ts'
import { createGiftCards } from '../db/gift-cards/gift-cards.ts'
import { createPurchaseRefunds } from '../db/gift-cards/purchase-refunds.ts'
import { createPurchases } from '../db/gift-cards/purchases.ts'
import { createCallBudget } from '../db/limits/call-budget.ts'
import { createBatchedRateCounters, createReserveBatch } from '../db/limits/rate-batches.ts'
import { createSeenMarks } from '../db/limits/seen-codes.ts'
import { createOrderProbe } from '../db/metrics/order-probe.ts'
import { createMeasurements, createPrintEstimates } from '../db/models/cached-outcomes.ts'
import { createModels } from '../db/models/models.ts'
import { createPrintModels } from '../db/models/print-models.ts'
import { createVisitorFiles } from '../db/models/visitor-files.ts'
import { createNotifications } from '../db/notifications/notifications.ts'
import { createStaffNotices } from '../db/notifications/staff-notices.ts'
import { createOperatorPorts } from '../db/operators/operator-ports.ts'
import { createPurchaseDesk } from '../db/operators/purchase-desk.ts'
import { createProcessorEvents } from '../db/orders/charge/processor-events.ts'
import { createFarmLoad } from '../db/orders/farm/farm-load.ts'
import { createIdempotencyKeys } from '../db/orders/idempotency-keys.ts'
import { createLegacyOrders } from '../db/orders/legacy-orders.ts'
import { createOrderLines } from '../db/orders/order-lines.ts'
import { createOrders } from '../db/orders/orders.ts'
import { createRefunds } from '../db/orders/refunds/refunds.ts'
import { createUnmatchedPayments } from '../db/orders/unmatched/unmatched-payments.ts'
import { createAccountRecords } from '../db/personal-data/erasure.ts'
import { createPrinters } from '../db/printers/printers.ts'
import { createQuotes } from '../db/quotes/quotes.ts'
import { createTickets } from '../db/tickets/tickets.ts'
import { createSignedUploads } from '../db/uploads/signed-uploads.ts'
import type { AccountId } from '../domain/base/caller.ts'
import type { Clock, Ids } from '../domain/base/ports.ts'
import { createProcessorTime } from '../domain/limits/processor-time.ts'
import { createDrawings } from '../domain/measurement/drawings.ts'
import { createChargesInFlight } from '../domain/orders/charge/charges-in-flight.ts'
import { createAuthenticator } from '../http/middleware/authenticate.ts'
import type { RequestLog } from '../http/middleware/observe-requests.ts'
import { createPasswordGate } from '../http/routes/account/password-gate.ts'
import type { ReadinessCheck } from '../http/routes/service/health.ts'
import { type App, type AppParts, buildApp, buildHealthApp } from './app.ts'
import type { Deps } from './deps.ts'
import { notingCaller, sharedGeometry } from './geometry-callers.ts'
import { openHelp } from './help.ts'
import { readLegalTexts, readSeller } from './legal-texts.ts'
import { loggedLimits } from './logged-limits.ts'
import { meteredMailer, meteredPorts } from './metered-ports.ts'
import { openMetrics } from './metrics.ts'
import { bringSchemaUpToDate } from './migrate.ts'
import { optionalParts } from './optional-parts.ts'
import { openOrderKey } from './order-key.ts'
import { parseBodyInto } from './parse-body.ts'
import { poolObserver, sliceObserver } from './pool-observers.ts'
import { openSlicing } from './slicing.ts'
import { trackDisk, trackPool, trackSlicer } from './track-gauges.ts'
import { startWorker, type Worker } from './worker.ts'

/** The settings once the local services run: nothing that they provide is null any more. */
export type ServiceSettings = {
  readonly config: Config
  readonly baseUrl: string
  readonly databaseUrl: string
  readonly authSecret: string
  readonly internalKey: string
  readonly stripe: { secretKey: string; webhookSecret: string; apiBase: string | null }
  readonly log: ProcessLog
  readonly clock?: Clock
  /** For tests and benchmarks: wraps any port of the service. */
  readonly decorate?: (deps: Deps, database: OpenDatabase) => Deps
  /** For tests: wraps the parts of the service's app. */
  readonly decorateApp?: (parts: AppParts) => AppParts
  /** For tests: replaces the mailer that the configuration names. */
  readonly mailer?: OpenMailer
  /** For tests: replaces the slow hash of passwords. */
  readonly passwords?: PasswordHashes
  /** The client address of a request; only the process that listens knows it. */
  readonly clientAddress?: (request: Request) => string
  /** Writes a line for each request; none unless given. */
  readonly requestLog?: RequestLog
  /** Switches the idle timeout off for the connection of this request. */
  readonly keepOpen?: (request: Request) => void
}

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

/** Measurements of the geometry core are cached under this version; raise it when a measurement may change. */
const measurementVersion = 8
/** Limit for one attempt of one call; with its two retries a charge ends within half a minute. */
const processorTimeoutMs = 9_000
const queuedMeasurements = 256
const measureTimeoutMs = 30_000
/** For a repair, an inspection or a picture. */
const visitorTimeoutMs = 5_000
const measureMemoryBytes = 1024 * 1024 * 1024

/** A round takes seconds, and up to two minutes while the card processor does not respond. */
const stalledAfterMs = 180_000

const slicerStates = { ready: 'ok', not_configured: 'not configured', broken: 'broken' } as const

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
  const authOptions: AuthOptions = {
    pool,
    migrationLock: advisoryLocks.signInMigrations,
    baseUrl,
    secrets: authSecrets,
    accounts: {
      ensure: (userId, email) => ensureAccount(db, userId, email),
      forget: (userId) => deleteAccount(db, userId),
    },
    usedCodes: createUsedCodes(db),
    mailer,
    log,
    mailInBackground: config.smtpUrl !== null,
    ...(settings.passwords && { passwords: settings.passwords }),
  }
  const auth = createAuth(authOptions)
  await bringSchemaUpToDate({
    databaseUrl: settings.databaseUrl,
    migrationDatabaseUrl: config.migrationDatabaseUrl,
    migrateAuth: (owner) => createAuth({ ...authOptions, pool: owner }).migrate(),
  })
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
    db,
    role: config.role,
    log,
    tools: agentTools.map(({ definition }) => definition.name),
  })
  trackDisk(registry, 'state', config.stateDir)
  trackDisk(registry, 'temporary', uploadFolder)
  const onWithdrawn = (jobs: number) =>
    registry.count('print_jobs_total', { outcome: 'cancelled' }, jobs)
  const cache = { coreVersion: measurementVersion, log }
  const legalTexts = readLegalTexts(config.legalDir, {
    ...config.visitorRetention,
    orderDays: config.retentionDays,
  })
  const processorSettings = {
    ...stripeSettings(settings),
    clock,
    marker: config.paymentMarker ?? defaultMarker(baseUrl),
    takeCalls: createCallBudget(db, { perSecond: config.stripeCallsPerSecond }),
  }
  const plain: Deps = {
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
    desk: createDeskReader(db),
    system: createSystemReader(db),
    throughput: createThroughput(db, config.timeZone),
    printing: createPrinting(db),
    timeZone: config.timeZone,
    billing: { seller: readSeller(config.legalDir), taxRates: config.taxRates },
    billingDocuments: createBillingDocuments(db, { timeZone: config.timeZone, log }),
    accounts: createAccounts(database),
    accountRecords: createAccountRecords(database.db),
    sessions: auth.sessions,
    knownDevices: createKnownDevices(db),
    secondFactors: createSecondFactors(db),
    isCommonPassword,
    payments: createStripePayments(processorSettings),
    processorBalance: createStripeBalance(processorSettings),
    books: createBooks(db, config.timeZone),
    seenMarks: createSeenMarks(db),
    processorEvents: createProcessorEvents(database),
    unmatchedPayments: createUnmatchedPayments(db, { baseUrl }),
    orderIds: createOrderIds(orderKey),
    orders: createOrders(database, { baseUrl, log, onWithdrawn }),
    chargesInFlight: createChargesInFlight(),
    orderLines: createOrderLines(db),
    checkouts: createCheckouts(db, { baseUrl }),
    baskets: createBaskets(db),
    giftCards: createGiftCards(db),
    purchases: createPurchases(db, { baseUrl }),
    debts: createDebts(db),
    purchaseDesk: createPurchaseDesk(db, { baseUrl }),
    purchaseRefunds: createPurchaseRefunds(db),
    creditPacks: config.creditPacks,
    refunds: createRefunds(db, { baseUrl, onWithdrawn }),
    disputes: createDisputes(db),
    paymentReviews: createPaymentReviews(db, { baseUrl, onWithdrawn }),
    orderWork: createOrderWork(db, { cache, onWithdrawn }),
    orderQueue: createOrderQueue(db, log),
    bulkActions: createBulkActions(db, { cache, onWithdrawn }),
    legacyOrders: createLegacyOrders(db, log),
    quotes: createQuotes(db),
    farmLoad: createFarmLoad(db, { printerHoursPerDay: config.printerHoursPerDay }),
    quoteAllowedHosts: config.quoteAllowedHosts,
    idempotencyKeys: createIdempotencyKeys(database),
    objects: await openObjectStore(config, temporaryFiles.grow),
    models: createModels(db),
    visitorFiles: createVisitorFiles(db),
    visitorRetention: config.visitorRetention,
    retentionDays: config.retentionDays,
    measurements: createMeasurements(database, cache),
    ...sharedGeometry(
      geometry,
      createProcessorTime({
        reserveBatch: createReserveBatch(database),
        nowMs: () => performance.now(),
        log,
      }),
    ),
    drawings: createDrawings(clock),
    slicer: slicing.slicer,
    plateSlicer: slicing.plateSlicer,
    plateProfiles: slicing.plateProfiles,
    printJobs: createPrintJobs(db),
    plateSlices: createPlateSlices(db),
    orderPlans: createOrderPlans(db, log),
    printers: createPrinters(db),
    printEstimates: createPrintEstimates(db, cache),
    printModels: createPrintModels(db),
    signedUploads: createSignedUploads(db),
    generationJobs: createGenerationJobs(db, log, currentTraceparent),
    generations: createGenerations(db),
    gallery: createGallery(db),
    credits: createCredits(db),
    parseBody: parseBodyInto(temporaryFiles),
    downloads,
    languageModel: await createLanguageModel({ ...config, log }),
    supportWriter: await createSupportWriter({ ...config, log }),
    help: openHelp(legalTexts, baseUrl),
    engines: createEngines({
      tripo: config.tripo,
      fal: config.fal,
      closed: !config.generation,
      temporaryFiles,
      downloads,
      log,
    }),
    temporaryFiles,
    uploads: createUploads(temporaryFiles),
    ...createOperatorPorts(db),
    tickets: createTickets(db),
    notifications: createNotifications(db),
    staffNotices: createStaffNotices(db),
    staffChannel: createStaffChannel({
      ntfy: config.ntfy,
      webhook: config.staffWebhook,
      clock,
    }),
    images: createImages(db),
    imageModel: createImageModel({ fal: config.fal, temporaryFiles, downloads, log }),
    colorReader: createColorReader(),
    rateCounters: loggedLimits(createBatchedRateCounters(database), { log, clock }),
  }
  const metered = meteredPorts(plain)
  const deps = settings.decorate?.(metered, database) ?? metered
  const canWriteOrders = createOrderProbe(db)
  const checks: Record<string, ReadinessCheck> = {
    database: async () => {
      await Promise.all([deps.orders.readByCode(''), canWriteOrders()])
      return 'ok'
    },
    storage: () => deps.objects.check().then(() => 'ok'),
    geometry: () => geometry.ready().then(() => 'ok'),
    slicer: slicing.check ?? (async () => slicerStates[deps.slicer.readiness()]),
  }
  const readiness = {
    checks,
    parts: () => ({
      ...optionalParts(config),
      slicerCage: slicing.cage,
      eventLoop: metrics.eventLoop(),
    }),
  }
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
      checks['worker'] = async () => (worker.roundAgeMs() < stalledAfterMs ? 'ok' : 'stalled')
      const stop = () => {
        delete checks['worker']
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

function stripeSettings({ stripe }: ServiceSettings) {
  const { secretKey, webhookSecret, apiBase } = stripe
  return {
    secretKey,
    webhookSecret,
    timeoutMs: processorTimeoutMs,
    ...(apiBase === null ? {} : { apiBase }),
  }
}
