// Sign-up, sign-in, codes by email, password reset and the session cookie: better-auth, configured for this service. It keeps separate
// tables (auth_*) in the service's Postgres. http/auth/auth-gate.ts decides which of its paths are open, and applies rate limits.

import { betterAuth } from 'better-auth'
import type { Sessions } from '../../domain/accounts/ports.ts'
import type { AuthOptions } from './auth-options.ts'
import { createDemoUser, type DemoUser } from './demo-account.ts'
import { migrateAuth } from './migrations.ts'
import { createCookieReader } from './request-cookies.ts'
import { reencryptFactors } from './second-factor-secrets.ts'
import { createSessions } from './sessions.ts'
import { authSettings } from './settings.ts'

export type Auth = {
  /** Handles every request under /api/auth. */
  readonly handler: (request: Request) => Promise<Response>
  readonly sessions: Sessions
  /** Creates the auth_* tables, or adds what a newer version needs. Run it after the service's migrations. */
  readonly migrate: () => Promise<void>
  /** Encrypts data of the previous secret under the current one. Run it after `migrate`, before requests are served. */
  readonly encryptAnew: () => Promise<void>
  /** Creates the account if it is missing. Its address is treated as verified. */
  readonly createDemoUser: (user: { email: string; password: string }) => Promise<DemoUser>
  /** Waits for mails that are still being sent. Used at shutdown. */
  readonly settle: () => Promise<void>
}

export function createAuth(options: AuthOptions): Auth {
  const pending = new Set<Promise<unknown>>()
  const settings = authSettings(options, (task) => {
    const tracked = task.finally(() => pending.delete(tracked))
    pending.add(tracked)
  })
  // Created at first use, because it reads its tables when it is created, and they may not exist before `migrate`.
  let library: ReturnType<typeof betterAuth<typeof settings>> | undefined
  const auth = () => {
    library ??= betterAuth(settings)
    return library
  }
  const readCookies = createCookieReader(options.baseUrl, options.secrets)
  /** The library hides the cause of a failure. If the database is unreachable, this query throws the client's error. */
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
      // A task may add another task: the lookup of the recipient adds the sending of the mail.
      while (pending.size > 0) await Promise.allSettled(pending)
    },
  }
}
