// The complete service on a new database, for tests of accounts: mail and log stay in memory, limits are counted in the
// database alone, and there is no payment processor unless the test provides one.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../../server/config/config.ts'
import { createRateCounters } from '../../server/db/limits/rate-counters.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { customerIdOf } from '../../server/domain/base/ids/customer-id.ts'
import { paymentMethodIdOf } from '../../server/domain/base/ids/payment-method-id.ts'
import type { Mail } from '../../server/domain/base/ports.ts'
import type { Payments } from '../../server/domain/payments/ports.ts'
import type { PasswordGate } from '../../server/http/auth/password-gate.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { openService } from '../../server/wiring/service.ts'
import { type TestDatabase, testDatabase } from '../database/database.ts'
import { checkedByDocument } from '../service/document-check.ts'
import { rememberedPasswords } from '../service/remembered-passwords.ts'
import { jsonPost, rawPost } from '../service/requests.ts'
import { type OptionsSource, resolveOptions, use } from '../use.ts'

export type Person = {
  readonly accountId: AccountId
  readonly email: string
  readonly password: string
  /** Value for the cookie header. */
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
  /** Returns the eight digits of the newest email to the address. */
  readonly codeFor: (email: string) => string
  /** Creates a person who has signed up, confirmed and signed in through /api/auth. */
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
  /** Additional duration of a call that sends a code; none by default. */
  readonly codePause?: () => Promise<void>
  /** Wraps the auth library behind the auth gate. */
  readonly decorateAuth?: (handler: Handler) => Handler
}

type Handler = (request: Request) => Promise<Response>

/** Opens the service for tests of accounts, as openAccountApp does. */
export const useAccountApp = (options: OptionsSource<AccountAppOptions> = {}): AccountApp =>
  use(() => openAccountApp(resolveOptions(options)))

export async function openAccountApp(options: AccountAppOptions = {}): Promise<AccountApp> {
  const baseUrl = options.baseUrl ?? 'http://localhost:3000'
  const stateDir = mkdtempSync(join(tmpdir(), 'svc-account-'))
  const config = parseConfig({ STATE_DIR: stateDir, GEOMETRY_WORKERS: '1' })
  if (!config.ok) throw new Error(config.failure.join('\n'))
  const database = await testDatabase()
  const mails: Mail[] = []
  const logged: string[] = []
  const note = (event: string, facts?: Record<string, unknown>) =>
    void logged.push(JSON.stringify({ event, ...facts }))
  const service = await openService({
    config: config.value,
    baseUrl,
    databaseUrl: database.url,
    authSecret: 'a test secret of more than thirty-two characters',
    internalKey: 'an-internal-key-for-tests',
    stripe: { secretKey: 'sk_test_none', webhookSecret: 'whsec_none', apiBase: null },
    log: { debug: note, info: note, warn: note, error: note, access: () => {}, flush: () => {} },
    mailer: { send: async (mail) => void mails.push(mail), close: () => {} },
    passwords: rememberedPasswords,
    decorate: (wiredDeps, { db }) => {
      const plain = {
        ...wiredDeps,
        ids: { ...wiredDeps.ids, randomInt: () => 0 },
        payments: options.payments ?? noPayments,
        rateCounters: createRateCounters(db),
      }
      return options.decorate?.(plain) ?? plain
    },
    decorateApp: (parts) => ({
      ...parts,
      authHandler: options.decorateAuth?.(parts.authHandler) ?? parts.authHandler,
      codePause: options.codePause ?? (async () => {}),
      ...(options.passwordGate && { passwordGate: options.passwordGate }),
    }),
    // Each new person has a separate client address, so that a file may create many.
    clientAddress:
      options.clientAddress ?? ((request) => request.headers.get('x-test-client') ?? '192.0.2.1'),
  })
  const { app, deps } = service
  const handle = checkedByDocument(app.handle)
  const send: AccountApp['send'] = async (path, init) =>
    handle(new Request(`${baseUrl}${path}`, init))
  const postJson: AccountApp['postJson'] = (path, body, headers) =>
    send(path, jsonPost(body, plainHeaders(headers)))
  const codeFor = (email: string) => {
    const mail = mails.findLast((sent) => sent.to === email)
    const code = /\b\d{8}\b/.exec(mail?.text ?? '')?.[0]
    if (code === undefined) throw new Error(`no code was mailed to ${email}`)
    return code
  }
  let people = 0
  return {
    baseUrl,
    database: { ...database, db: service.database.db, pool: service.database.pool },
    deps,
    mails,
    logged,
    send,
    postJson,
    // Sends a form as a browser does.
    postForm: (path, fields, headers) =>
      send(
        path,
        rawPost(new URLSearchParams(fields), {
          origin: new URL(baseUrl).origin,
          ...plainHeaders(headers),
        }),
      ),
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
      const customerId = await deps.accounts.linkCustomer(
        accountId,
        customerIdOf(`cus_${accountId}`),
      )
      const card = {
        paymentMethodId: paymentMethodIdOf(`pm_${accountId}`),
        brand: 'visa',
        last4: '4242',
      }
      await deps.accounts.saveCard({ customerId, ...card })
    },
    close: async () => {
      await service.close()
      await database.close()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

/** Returns the cookies that a response sets, as a browser would send them back. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.slice(0, cookie.indexOf(';')))
    .join('; ')
}

/** Returns only the session cookie, without the cookie that marks the device as known. */
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
  findPaymentsOfOrders: unexpected('findPaymentsOfOrders'),
  readPayment: unexpected('readPayment'),
  listMarked: unexpected('listMarked'),
  openCheckout: unexpected('openCheckout'),
  openPurchase: unexpected('openPurchase'),
  readCheckout: unexpected('readCheckout'),
  expireCheckout: unexpected('expireCheckout'),
  createCustomer: unexpected('createCustomer'),
  openCardSetup: unexpected('openCardSetup'),
  readCardSetup: unexpected('readCardSetup'),
  detachCard: unexpected('detachCard'),
  deleteCustomer: unexpected('deleteCustomer'),
  refundPayment: unexpected('refundPayment'),
  findRefund: unexpected('findRefund'),
  readReturns: unexpected('readReturns'),
  listReturned: unexpected('listReturned'),
  submitEvidence: unexpected('submitEvidence'),
  parseEvent: unexpected('parseEvent'),
}
