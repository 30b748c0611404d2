// Sign-up, sign-in, codes by email, password reset and the session cookie: better-auth, configured for this service. It keeps
// its own tables (auth_*) in our Postgres. http/auth/auth-gate.ts decides which of its paths are open and how often.
import { betterAuth } from 'better-auth'
import type { Pool } from 'pg'
import type { Sessions } from '../../domain/accounts/ports.ts'
import type { Log, Mailer } from '../../domain/base/ports.ts'
import { createDemoUser, type DemoUser } from './demo-account.ts'
import { migrateAuth } from './migrations.ts'
import { createCookieReader } from './request-cookies.ts'
import type { UsedCodes } from './second-factor.ts'
import { reencryptFactors } from './second-factor-secrets.ts'
import { createSessions } from './sessions.ts'
import { authSettings } from './settings.ts'

/** The `accounts` rows that belong to the library's users; server/db implements it. */
export type AuthAccounts = {
  readonly ensure: (userId: string, email: string) => Promise<void>
  /** For users whose address was never verified. */
  readonly forget: (userId: string) => Promise<void>
}

export type AuthOptions = {
  readonly pool: Pool
  /** The advisory lock under which its tables are migrated; unique in the database. */
  readonly migrationLock: number
  readonly baseUrl: string
  readonly secrets: AuthSecrets
  readonly accounts: AuthAccounts
  readonly usedCodes: UsedCodes
  readonly mailer: Mailer
  readonly log: Log
  /**
   * True with a real mail server: the response must not wait for it, because the delay would reveal which addresses have an
   * account. False where mail is written to a file.
   */
  readonly mailInBackground: boolean
  /** The library's scrypt unless given. */
  readonly passwords?: PasswordHashes
}

/** Values of AUTH_SECRET: `current` signs and encrypts, both are accepted. */
export type AuthSecrets = { readonly current: string; readonly previous: string | null }

export type PasswordHashes = {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (check: { readonly hash: string; readonly password: string }) => Promise<boolean>
}

export type Auth = {
  /** Handles every request under /api/auth. */
  readonly handler: (request: Request) => Promise<Response>
  readonly sessions: Sessions
  /** Creates the auth_* tables or adds what a newer version needs; run after our own migrations. */
  readonly migrate: () => Promise<void>
  /** Encrypts under the current secret what the previous one encrypted; run after `migrate`, before requests are served. */
  readonly encryptAnew: () => Promise<void>
  /** Creates the account if it is missing; its address counts as verified. */
  readonly createDemoUser: (user: { email: string; password: string }) => Promise<DemoUser>
  /** Waits for mails that are still being sent; for shutdown. */
  readonly settle: () => Promise<void>
}

export function createAuth(options: AuthOptions): Auth {
  const pending = new Set<Promise<unknown>>()
  const settings = authSettings(options, (task) => {
    const tracked = task.finally(() => pending.delete(tracked))
    pending.add(tracked)
  })
  // Created at first use: it reads its tables when it is created, and they may not exist before `migrate`.
  let library: ReturnType<typeof betterAuth<typeof settings>> | undefined
  const auth = () => {
    library ??= betterAuth(settings)
    return library
  }
  const readCookies = createCookieReader(options.baseUrl, options.secrets)
  /** The library hides the cause of a failure. When the database cannot be reached, this query throws the client's own error. */
  const askDatabase = async () => void (await options.pool.query('select 1'))
  const readSession = async (headers: Headers) => {
    try {
      return await auth().api.getSession({ headers: readCookies(headers) })
    } catch (error) {
      await askDatabase()
      throw error
    }
  }
  return {
    handler: async (request) => {
      const headers = readCookies(request.headers)
      const readable = headers === request.headers ? request : new Request(request, { headers })
      const response = await auth().handler(readable)
      if (response.status >= 500) await askDatabase()
      return response
    },
    sessions: createSessions(readSession, options.accounts),
    migrate: () => migrateAuth(options.pool, options.migrationLock, settings),
    encryptAnew: () => reencryptFactors(options.pool, options.secrets, options.log),
    createDemoUser: (user) => createDemoUser(auth(), options.accounts, user),
    settle: async () => {
      // A task may add another task: the lookup of the recipient adds the sending.
      while (pending.size > 0) await Promise.allSettled(pending)
    },
  }
}
