// The auth library's settings, each one that differs from its default with the reason.
import type { BetterAuthOptions } from 'better-auth'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { PostgresDialect } from 'kysely'
import { passwordLength } from '../../domain/accounts/password-rules.ts'
import type { AuthOptions } from './auth.ts'
import { evenOutCodes } from './decoys.ts'
import { codeDigits, codeMinutes, createCodeMails } from './mails.ts'
import { beforeAuth } from './sign-up.ts'

const day = 24 * 60 * 60

/** `runLater` takes work that the answer does not wait for. */
export function authSettings(options: AuthOptions, runLater: (task: Promise<unknown>) => void) {
  const mails = createCodeMails(options)
  return {
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
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      revokeSessionsOnPasswordReset: true,
      onExistingUserSignUp: async ({ user }) => mails.alreadySignedUp(user.email),
    },
    emailVerification: { autoSignInAfterVerification: true },
    plugins: [codes(mails)],
    hooks: { before: beforeAuth(options.accounts), after: evenOutCodes() },
    databaseHooks: {
      user: { create: { after: async (user) => options.accounts.ensure(user.id, user.email) } },
    },
    // Our own limiter stands in front (http/auth-gate.ts). The library's counts per client address and path only, also
    // what succeeded, and would refuse a whole office after three sign-ups in ten seconds.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: hardening(options, runLater),
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
}

function codes(mails: ReturnType<typeof createCodeMails>) {
  return emailOTP({
    overrideDefaultEmailVerification: true,
    disableSignUp: true,
    // Five tries at each of three codes in 15 minutes, and as many again from each known device, against 100 million.
    otpLength: codeDigits,
    expiresIn: codeMinutes * 60,
    allowedAttempts: 5,
    storeOTP: 'hashed',
    sendVerificationOTP: async ({ email, otp, type }, ctx) => {
      // Asked for by a sign-up page whose address turned out to have an account.
      const found =
        type === 'email-verification'
          ? await ctx?.context.internalAdapter.findUserByEmail(email)
          : null
      if (found?.user.emailVerified === true) await mails.alreadySignedUp(email)
      else await mails.code(email, otp, type)
    },
  })
}

function hardening(options: AuthOptions, runLater: (task: Promise<unknown>) => void) {
  const https = new URL(options.baseUrl).protocol === 'https:'
  return {
    useSecureCookies: https,
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: https, path: '/' },
    // Stated, because the library turns the origin check off by itself when NODE_ENV is test.
    disableOriginCheck: false,
    disableCSRFCheck: false,
    ipAddress: { disableIpTracking: true },
    ...(options.mailInBackground && { backgroundTasks: { handler: runLater } }),
  } satisfies BetterAuthOptions['advanced']
}
