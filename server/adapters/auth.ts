// Sign-up, sign-in, codes by mail, password reset and the session cookie: better-auth, set up for this service. It keeps
// its own tables (auth_*) in our Postgres. Which of its paths are open, and how often, is decided in http/auth-gate.ts.
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { Log, Mailer, Sessions } from '../domain/ports.ts'
import { createDemoUser, type DemoUser } from './auth-demo.ts'
import { createCodeMails } from './auth-mails.ts'
import { migrateAuth } from './auth-migrations.ts'
import { createSessions } from './auth-sessions.ts'
import { beforeAuth } from './auth-sign-up.ts'

/** The `accounts` rows that stand beside the library's users; server/db implements it. */
export type AuthAccounts = {
  readonly ensure: (userId: string, email: string) => Promise<void>
  /** For users whose address was never proven. */
  readonly forget: (userId: string) => Promise<void>
}

export type AuthOptions = {
  readonly pool: Pool
  readonly baseUrl: string
  /** AUTH_SECRET: signs the session cookie. */
  readonly secret: string
  readonly accounts: AuthAccounts
  readonly mailer: Mailer
  readonly log: Log
  /**
   * True with a real mail server: the answer must not wait for it, because the wait would tell which addresses have an
   * account. False where mail is a file.
   */
  readonly mailInBackground: boolean
}

export type Auth = {
  /** Answers any request under /api/auth. */
  readonly handler: (request: Request) => Promise<Response>
  readonly sessions: Sessions
  /** Creates the auth_* tables or adds what a newer version needs; run after our own migrations. */
  readonly migrate: () => Promise<void>
  /** Makes the account if it is missing; its address counts as proven. */
  readonly createDemoUser: (user: { email: string; password: string }) => Promise<DemoUser>
  /** Waits for mails that are still on their way; for shutdown. */
  readonly settle: () => Promise<void>
}

const day = 24 * 60 * 60

export function createAuth(options: AuthOptions): Auth {
  const https = new URL(options.baseUrl).protocol === 'https:'
  const pending = new Set<Promise<unknown>>()
  const mails = createCodeMails(options)
  const settings = {
    appName: 'Print farm',
    baseURL: options.baseUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [new URL(options.baseUrl).origin],
    // No transactions around its flows: they would hold a connection while a password is hashed and a mail is sent. Each
    // step alone leaves something that the next attempt repairs.
    database: {
      dialect: new PostgresDialect({ pool: options.pool }),
      type: 'postgres',
      transaction: false,
    },
    user: { modelName: 'auth_users' },
    account: { modelName: 'auth_credentials' },
    verification: { modelName: 'auth_codes' },
    // Fixed 30 days: a session that is prolonged while it is read would need a new cookie with every answer.
    session: { modelName: 'auth_sessions', expiresIn: 30 * day, disableSessionRefresh: true },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      onExistingUserSignUp: async ({ user }) => mails.alreadySignedUp(user.email),
    },
    emailVerification: { autoSignInAfterVerification: true },
    plugins: [
      emailOTP({
        overrideDefaultEmailVerification: true,
        disableSignUp: true,
        otpLength: 6,
        expiresIn: mails.codeMinutes * 60,
        allowedAttempts: 5,
        storeOTP: 'hashed',
        sendVerificationOTP: async ({ email, otp, type }) => mails.code(email, otp, type),
      }),
    ],
    hooks: { before: beforeAuth(options.accounts) },
    databaseHooks: {
      user: {
        create: { after: async (user) => options.accounts.ensure(user.id, user.email) },
      },
    },
    // Our own limiter stands in front (http/auth-gate.ts). The library's counts per client address and path only, also
    // what succeeded, and would refuse a whole office after three sign-ups in ten seconds.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      useSecureCookies: https,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: https, path: '/' },
      // Stated, because the library turns the origin check off by itself when NODE_ENV is test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
      ...(options.mailInBackground && {
        backgroundTasks: {
          handler: (task: Promise<unknown>) => {
            pending.add(task)
            void task.finally(() => pending.delete(task))
          },
        },
      }),
    },
    // Its other levels name the addresses and mistakes of ordinary visitors. No `level`: with one, it also writes every
    // refusal to stderr by itself.
    logger: {
      disableColors: true,
      log: (level, message, ...details) => {
        if (level !== 'error') return
        const error = details.find((detail) => detail instanceof Error)
        options.log.warn('auth.library', { message, error })
      },
    },
  } satisfies BetterAuthOptions
  // Made at the first use: it looks at its tables when it is made, and they may have to be created first.
  let library: ReturnType<typeof betterAuth<typeof settings>> | undefined
  const auth = () => {
    library ??= betterAuth(settings)
    return library
  }
  return {
    handler: (request) => auth().handler(request),
    sessions: createSessions((headers) => auth().api.getSession({ headers }), options.accounts),
    migrate: () => migrateAuth(options.pool, settings),
    createDemoUser: (user) => createDemoUser(auth(), options.accounts, user),
    settle: async () => {
      await Promise.allSettled(pending)
    },
  }
}
