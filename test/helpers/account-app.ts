// The whole app on a fresh database, for tests of accounts: real Postgres, real auth library, mail kept in memory.
// Only geometry is missing; nothing here measures.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuth } from '../../server/adapters/auth/auth.ts'
import { isCommonPassword } from '../../server/adapters/auth/common-passwords.ts'
import { createDownloads } from '../../server/adapters/downloader/downloads.ts'
import { createEngines } from '../../server/adapters/engines/create-engines.ts'
import { createRules } from '../../server/adapters/language/rules.ts'
import { createOrderIds } from '../../server/adapters/payments/order-ids.ts'
import { openObjectStore } from '../../server/adapters/storage/object-store.ts'
import { openTemporaryFiles } from '../../server/adapters/storage/temporary-files.ts'
import { createUploads } from '../../server/adapters/storage/uploads.ts'
import { createAccounts, deleteAccount, ensureAccount } from '../../server/db/accounts/accounts.ts'
import { createKnownDevices } from '../../server/db/accounts/known-devices.ts'
import { advisoryLocks } from '../../server/db/core/advisory-locks.ts'
import { createCredits } from '../../server/db/generation/credits.ts'
import { createGenerationJobs } from '../../server/db/generation/generation-jobs.ts'
import { createGenerations } from '../../server/db/generation/generations.ts'
import { createRateCounters } from '../../server/db/limits/rate-counters.ts'
import { createMeasurements, createPrintEstimates } from '../../server/db/models/cached-outcomes.ts'
import { createModels } from '../../server/db/models/models.ts'
import { createPrintModels } from '../../server/db/models/print-models.ts'
import { createFarmLoad } from '../../server/db/orders/farm-load.ts'
import { createIdempotencyKeys } from '../../server/db/orders/idempotency-keys.ts'
import { createOrders } from '../../server/db/orders/orders.ts'
import { createProcessorEvents } from '../../server/db/orders/processor-events.ts'
import { createRefunds } from '../../server/db/orders/refunds.ts'
import { createWebOrders } from '../../server/db/orders/web-orders.ts'
import { createQuotes } from '../../server/db/quotes/quotes.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import type { Log, Mail } from '../../server/domain/base/ports.ts'
import type { Payments } from '../../server/domain/payments/ports.ts'
import { createAuthenticator } from '../../server/http/middleware/authenticate.ts'
import type { PasswordGate } from '../../server/http/routes/account/password-gate.ts'
import { buildApp } from '../../server/wiring/app.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { parseBodyInto } from '../../server/wiring/parse-body.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export type Person = {
  readonly accountId: AccountId
  readonly email: string
  readonly password: string
  /** Ready to be sent as the cookie header. */
  readonly cookie: string
}

export type AccountApp = {
  readonly baseUrl: string
  readonly database: TestDatabase
  readonly deps: Deps
  readonly mails: readonly Mail[]
  /** Every log line so far, as JSON. */
  readonly logged: readonly string[]
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
  readonly postJson: (path: string, body: unknown, headers?: HeadersInit) => Promise<Response>
  readonly postForm: (
    path: string,
    fields: Record<string, string>,
    headers?: HeadersInit,
  ) => Promise<Response>
  /** The eight digits of the newest mail to the address. */
  readonly codeFor: (email: string) => string
  /** Signed up, confirmed and signed in, through /api/auth. */
  readonly newPerson: (email?: string) => Promise<Person>
  readonly saveCard: (person: Person) => Promise<void>
  readonly close: () => Promise<void>
}

export type AccountAppOptions = {
  readonly baseUrl?: string
  readonly payments?: Payments
  readonly decorate?: (deps: Deps) => Deps
  readonly clientAddress?: (request: Request) => string
  readonly passwordGate?: PasswordGate
  /** What a call that sends a code waits for besides its work; nothing unless given. */
  readonly codePause?: () => Promise<void>
  /** Stands between the auth gate and the auth library. */
  readonly decorateAuth?: (handler: Handler) => Handler
}

type Handler = (request: Request) => Promise<Response>

export async function openAccountApp(options: AccountAppOptions = {}): Promise<AccountApp> {
  const baseUrl = options.baseUrl ?? 'http://localhost:3000'
  const folder = mkdtempSync(join(tmpdir(), 'svc-account-'))
  const database = await testDatabase()
  const { db, pool } = database
  const mails: Mail[] = []
  const logged: string[] = []
  const note = (event: string, facts?: Record<string, unknown>) =>
    void logged.push(JSON.stringify({ event, ...facts }))
  const log: Log = { debug: note, info: note, warn: note, error: note }
  const auth = createAuth({
    pool,
    migrationLock: advisoryLocks.signInMigrations,
    baseUrl,
    secret: 'a test secret of more than thirty-two characters',
    accounts: {
      ensure: (userId, email) => ensureAccount(db, userId, email),
      forget: (userId) => deleteAccount(db, userId),
    },
    mailer: { send: async (mail) => void mails.push(mail) },
    log,
    mailInBackground: false,
  })
  await auth.migrate()
  const temporaryFiles = openTemporaryFiles(join(folder, 'uploads'))
  const downloads = createDownloads({ temporaryFiles, log, allowLoopback: false })
  const plain: Deps = {
    baseUrl,
    operatorEmails: new Set(),
    internalKey: null,
    production: false,
    clock: { now: () => new Date() },
    ids: {
      uuid: () => crypto.randomUUID(),
      secretHex: (bytes) => crypto.getRandomValues(Buffer.alloc(bytes)).toString('hex'),
      randomInt: () => 0,
    },
    log,
    accounts: createAccounts(database),
    sessions: auth.sessions,
    knownDevices: createKnownDevices(db),
    isCommonPassword,
    payments: options.payments ?? noPayments,
    processorEvents: createProcessorEvents(db),
    orderIds: createOrderIds('a test secret of more than thirty-two characters'),
    orders: createOrders(database, { baseUrl: 'http://localhost:3000', log }),
    refunds: createRefunds(db, { baseUrl }),
    webOrders: createWebOrders(db, log),
    quotes: createQuotes(db),
    farmLoad: createFarmLoad(db),
    quoteAllowedHosts: [],
    idempotencyKeys: createIdempotencyKeys(db),
    objects: await openObjectStore({ gcsBucket: null, stateDir: folder }),
    models: createModels(db),
    measurements: createMeasurements(db, { coreVersion: 1, log }),
    geometry: { measure: unexpected('geometry.measure') },
    meshes: {
      process: unexpected('meshes.process'),
      estimate: unexpected('meshes.estimate'),
    },
    slicer: {
      readiness: () => 'not_configured',
      slice: async () => ({
        outcome: { kind: 'unavailable', reason: 'not_installed', detail: 'none' },
        cached: false,
      }),
    },
    printEstimates: createPrintEstimates(db, { coreVersion: 1, log }),
    printModels: createPrintModels(db),
    generationJobs: createGenerationJobs(db, log),
    generations: createGenerations(db),
    credits: createCredits(db),
    parseBody: parseBodyInto(temporaryFiles),
    downloads,
    languageModel: createRules({ moderatePictures: false }),
    engines: createEngines({ tripo: null, fal: null, temporaryFiles, downloads, log }),
    temporaryFiles,
    uploads: createUploads(temporaryFiles),
    rateCounters: createRateCounters(db),
  }
  const deps = options.decorate?.(plain) ?? plain
  const app = buildApp({
    http: { deps, authenticate: createAuthenticator(deps) },
    authHandler: options.decorateAuth?.(auth.handler) ?? auth.handler,
    // Each new person comes from an address of its own, so that a file may make many.
    clientAddress:
      options.clientAddress ?? ((request) => request.headers.get('x-test-client') ?? '192.0.2.1'),
    codePause: options.codePause ?? (async () => {}),
    ...(options.passwordGate && { passwordGate: options.passwordGate }),
    readiness: {
      checks: {},
      parts: { engines: 'samples', textModeration: 'rules', pictureModeration: 'off' },
    },
  })
  const send: AccountApp['send'] = async (path, init) =>
    app.handle(new Request(`${baseUrl}${path}`, init))
  const postJson: AccountApp['postJson'] = (path, body, headers) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...plainHeaders(headers) },
      body: JSON.stringify(body),
    })
  const codeFor = (email: string) => {
    const mail = mails.findLast((sent) => sent.to === email)
    const code = /\b\d{8}\b/.exec(mail?.text ?? '')?.[0]
    if (code === undefined) throw new Error(`no code was mailed to ${email}`)
    return code
  }
  let people = 0
  return {
    baseUrl,
    database,
    deps,
    mails,
    logged,
    send,
    postJson,
    // As a browser sends it.
    postForm: (path, fields, headers) =>
      send(path, {
        method: 'POST',
        headers: { origin: new URL(baseUrl).origin, ...plainHeaders(headers) },
        body: new URLSearchParams(fields),
      }),
    codeFor,
    newPerson: async (email) => {
      people += 1
      const address = email ?? `person${people}@example.com`
      const password = `password of ${people}`
      const from = { 'x-test-client': `person ${people}` }
      await postJson('/api/auth/sign-up/email', { email: address, password }, from)
      const otp = codeFor(address)
      const verified = await postJson('/api/auth/email-otp/verify-email', { email: address, otp })
      const { user }: { user: { id: AccountId } } = await verified.json()
      return { accountId: user.id, email: address, password, cookie: sessionCookieOf(verified) }
    },
    saveCard: async ({ accountId }) => {
      const customerId = await deps.accounts.linkCustomer(accountId, `cus_${accountId}`)
      const card = { paymentMethodId: `pm_${accountId}`, brand: 'visa', last4: '4242' }
      await deps.accounts.saveCard({ customerId, ...card })
    },
    close: async () => {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The cookies that an answer sets, as a browser would send them back. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.slice(0, cookie.indexOf(';')))
    .join('; ')
}

/** Only the session, without the cookie that makes the device a known one. */
export function sessionCookieOf(response: Response): string {
  return cookieOf(response)
    .split('; ')
    .filter((cookie) => cookie.includes('session_token='))
    .join('; ')
}

function plainHeaders(headers: HeadersInit = {}): Record<string, string> {
  return Object.fromEntries(new Headers(headers).entries())
}

const unexpected = (name: string) => (): never => {
  throw new Error(`${name} was not expected in this test`)
}

const noPayments: Payments = {
  chargeSavedCard: unexpected('chargeSavedCard'),
  findPayments: unexpected('findPayments'),
  readPayment: unexpected('readPayment'),
  openCheckout: unexpected('openCheckout'),
  readCheckout: unexpected('readCheckout'),
  expireCheckout: unexpected('expireCheckout'),
  createCustomer: unexpected('createCustomer'),
  openCardSetup: unexpected('openCardSetup'),
  readCardSetup: unexpected('readCardSetup'),
  refund: unexpected('refund'),
  refundPayment: unexpected('refundPayment'),
  findRefund: unexpected('findRefund'),
  parseEvent: unexpected('parseEvent'),
}
