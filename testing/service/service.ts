// The complete service for tests: real PostgreSQL, the real Stripe adapter against the stand-in, the folder store, the
// geometry core. Requests go straight into the app; only the stand-in's webhooks use a socket.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../server/adapters/observability/log.ts'
import { parseConfig } from '../../server/config/config.ts'
import type { Db } from '../../server/db/core/connect.ts'
import type { StripeControl } from '../../server/local/stripe/control.ts'
import { startStripeStandIn } from '../../server/local/stripe/stand-in.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import { openService, type Service } from '../../server/wiring/service.ts'
import { testDatabase } from '../database/database.ts'
import { separateRoles } from '../database/database-roles.ts'
import { atEndOfTest } from '../database/end-of-test.ts'
import { checkedByDocument } from './document-check.ts'
import { readMails, type SentMail } from './mails.ts'
import { recorded } from './record-responses.ts'
import { rememberedPasswords } from './remembered-passwords.ts'
import { jsonPost } from './requests.ts'
import {
  createTestAccount,
  stripeCaller,
  type TestAccount,
  type TestAccountOptions,
} from './test-accounts.ts'

export type { TestAccount, TestAccountOptions } from './test-accounts.ts'

export type TestServiceOptions = {
  /** Configuration in addition to or instead of the defaults, as in the environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Runs as a role that may not change the schema; another role migrates it. */
  readonly separateRoles?: boolean
  /** Returns the client address of a request; one unknown address by default. */
  readonly clientAddress?: (request: Request) => string
}

type Replacements = {
  readonly [Name in keyof Deps]?: Deps[Name] extends object ? Partial<Deps[Name]> : Deps[Name]
}

export type LogEntry = { readonly level: string; readonly event: string } & Record<string, unknown>

export type TestService = {
  readonly service: Service
  readonly app: Service['app']
  readonly deps: Deps
  readonly db: Db
  /** Address of the real listener, for links in responses and for webhooks. */
  readonly baseUrl: string
  readonly databaseUrl: string
  readonly stateDir: string
  readonly internalKey: string
  readonly webhookSecret: string
  /** Sends a request into the app, without a socket. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly account: (options?: TestAccountOptions) => Promise<TestAccount>
  /** Signs a person in and returns the Cookie header of a new session. Creates a missing account. */
  readonly signIn: (email: string) => Promise<string>
  /** The stand-in: faults, webhooks (held until `deliver`), and counts of money movements. */
  readonly stripe: StripeControl & {
    readonly baseUrl: string
    readonly secretKey: string
    /** Posts to the stand-in's API; throws unless it returns 200. */
    readonly call: (path: string, fields: Record<string, string>) => Promise<unknown>
  }
  /**
   * Replaces members of ports until the end of the test (in a beforeAll: of the file) or until the returned function
   * is called.
   */
  readonly replace: (ports: Replacements) => () => void
  /** Moves the clocks of the service and the stand-in forward, or back; the database clock stays. */
  readonly advance: (seconds: number) => void
  readonly mails: () => readonly SentMail[]
  readonly logs: () => readonly LogEntry[]
  readonly close: () => Promise<void>
}

const password = 'a password for tests'
const stripeKey = 'sk_test_contract'
const webhookSecret = 'whsec_contract'
const internalKey = 'an-internal-key-for-tests'

/** The default of `npm test`. */
export const HOOK_TIMEOUT_MS = 60_000
export const OPERATOR_EMAIL = 'operator@example.com'

export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const stateDir = mkdtempSync(join(tmpdir(), 'svc-contract-'))
  const database = await testDatabase({ poolSize: 1 })
  const roles = options.separateRoles ? await separateRoles(database) : null
  const databaseUrl = roles?.runUrl ?? database.url
  const clock = movableClock()
  let handle: (request: Request) => Response | Promise<Response> = () =>
    new Response('not open yet', { status: 503 })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: 110 * 1024 * 1024,
    // Tests on a busy machine wait longer than the default of 10 s.
    idleTimeout: 120,
    fetch: (request) => handle(request),
  })
  const baseUrl = `http://localhost:${server.port}`
  const standIn = await startStripeStandIn({
    secretKey: stripeKey,
    webhookSecret,
    webhookUrl: `http://127.0.0.1:${server.port}/api/billing/webhook`,
    clock,
  })
  await standIn.control.webhooks({ mode: 'hold' })
  const log = recordingLog()
  const service = await openService({
    config: configOf({
      STATE_DIR: stateDir,
      ...(roles && { MIGRATION_DATABASE_URL: roles.migrateUrl }),
      ...options.env,
    }),
    baseUrl,
    databaseUrl,
    authSecret: 'an-auth-secret-for-tests-of-32-and-more',
    internalKey,
    stripe: { secretKey: stripeKey, webhookSecret, apiBase: standIn.baseUrl },
    log,
    clock,
    passwords: rememberedPasswords,
    schemaIsUpToDate: roles === null,
    // A copy, so that `replace` changes only what requests see.
    decorate: (wiredDeps) => ({ ...wiredDeps }),
    // The pause before a code is sent has a separate test.
    decorateApp: (parts) => ({ ...parts, codePause: async () => {} }),
    ...(options.clientAddress && { clientAddress: options.clientAddress }),
  })
  const { app, deps } = service
  handle = checkedByDocument(recorded(app.handle))
  const send: TestService['fetch'] = async (path, init) =>
    handle(new Request(`http://localhost${path}`, init))
  const callStripe = stripeCaller(standIn.baseUrl, stripeKey)
  const accountParts = {
    database: service.database,
    ids: deps.ids,
    stripe: callStripe,
  }
  return {
    service,
    app,
    deps,
    db: service.database.db,
    baseUrl,
    databaseUrl,
    stateDir,
    internalKey,
    webhookSecret,
    fetch: send,
    account: (accountOptions) => createTestAccount(accountParts, accountOptions),
    signIn: async (email) => {
      await service.createUser({ email, password })
      return signIn(send, baseUrl, email)
    },
    stripe: {
      ...standIn.control,
      baseUrl: standIn.baseUrl,
      secretKey: stripeKey,
      call: callStripe,
    },
    replace: (ports) => {
      const before = { ...deps }
      for (const [name, port] of Object.entries(ports)) {
        const isPort = typeof port === 'object' && port !== null && !Array.isArray(port)
        const replaced: unknown = isPort ? { ...Reflect.get(deps, name), ...port } : port
        Object.assign(deps, { [name]: replaced })
      }
      const undo = () => void Object.assign(deps, before)
      atEndOfTest(undo)
      return undo
    },
    advance: clock.advance,
    mails: () => readMails(join(stateDir, 'mail')),
    logs: log.entries,
    close: async () => {
      await server.stop(true)
      await service.close()
      await standIn.close()
      await database.close()
      await roles?.drop()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

function configOf(env: Readonly<Record<string, string>>) {
  const parsed = parseConfig({
    OPERATOR_EMAILS: OPERATOR_EMAIL,
    GEOMETRY_WORKERS: '1',
    // Tests open more payment pages in a second than users do.
    STRIPE_CALLS_PER_SECOND: '1000',
    // Scripted slicers start processes and write to files outside of their folder.
    SLICER_CAGE: 'off',
    ...env,
  })
  if (!parsed.ok) throw new Error(parsed.failure.join('\n'))
  return parsed.value
}

function movableClock() {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (seconds: number) => {
      offsetMs += seconds * 1000
    },
  }
}

function recordingLog() {
  let text = ''
  const log = createLog({
    level: 'debug',
    sink: (bytes) => {
      text += bytes.toString('utf8')
      return bytes.byteLength
    },
  })
  const entries = (): LogEntry[] => {
    log.flush()
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }
  return { ...log, entries }
}

async function signIn(send: TestService['fetch'], origin: string, email: string): Promise<string> {
  const response = await send('/api/auth/sign-in/email', jsonPost({ email, password }, { origin }))
  // The session cookie alone: the other cookie only marks a known device.
  const cookies = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => cookie.includes('session_token='))
  if (!response.ok || cookies.length === 0) {
    throw new Error(`signing in failed: ${response.status} ${await response.text()}`)
  }
  return cookies.join('; ')
}
