// The auth library's settings; each non-default setting states its reason.

import type { BetterAuthOptions } from 'better-auth'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { PostgresDialect } from 'kysely'
import { codeDigits, codeMinutes, codeTries } from '../../domain/accounts/mailed-code.ts'
import { passwordLength } from '../../domain/accounts/password-rules.ts'
import { sessionDays } from '../../domain/accounts/sign-in.ts'
import { daySeconds } from '../../domain/base/time/day.ts'
import type { AuthOptions } from './auth-options.ts'
import { storeDecoyCode } from './decoys.ts'
import { createCodeMails } from './mails.ts'
import { cookiePrefixOf } from './request-cookies.ts'
import { secondFactor, secondFactorRules, sessionFields } from './second-factor.ts'
import { versionedSecrets } from './second-factor-secrets.ts'
import { beforeAuth } from './sign-up.ts'

/** Returns the settings. `runLater` receives work that the response does not wait for. */
export function authSettings(options: AuthOptions, runLater: (task: Promise<unknown>) => void) {
  const mails = createCodeMails(options)
  return {
    appName: 'Print farm',
    baseURL: options.baseUrl,
    basePath: '/api/auth',
    // `secret` decrypts texts from before they had a version.
    secret: options.secrets.current,
    secrets: versionedSecrets(options.secrets),
    trustedOrigins: [new URL(options.baseUrl).origin],
    // The flows have no transactions, which would hold a connection while a password is hashed and a mail is sent. If a flow stops after
    // any step, the next attempt completes it.
    database: {
      dialect: new PostgresDialect({ pool: options.pool }),
      type: 'postgres',
      transaction: false,
    },
    user: { modelName: 'auth_users' },
    account: { modelName: 'auth_credentials' },
    verification: { modelName: 'auth_codes' },
    // Fixed, because extending a session on each read would need a new cookie in every response.
    session: {
      modelName: 'auth_sessions',
      expiresIn: sessionDays * daySeconds,
      disableSessionRefresh: true,
      additionalFields: sessionFields,
    },
    emailAndPassword: {
      enabled: true,
      ...(options.passwords && { password: options.passwords }),
      requireEmailVerification: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      revokeSessionsOnPasswordReset: true,
      onExistingUserSignUp: async ({ user }) => mails.alreadySignedUp(user.email),
    },
    emailVerification: { autoSignInAfterVerification: true },
    plugins: [codes(mails), secondFactor(), secondFactorRules(options.usedCodes)],
    hooks: { before: beforeAuth(options.accounts), after: storeDecoyCode() },
    databaseHooks: {
      user: { create: { after: async (user) => options.accounts.ensure(user.id, user.email) } },
    },
    // The service's rate limits come first (http/auth/auth-gate.ts). The library counts only per client address and path, including
    // successes, and would block a whole office after three sign-ups in ten seconds.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: hardeningOptions(options, runLater),
    // The other levels log addresses and mistakes of visitors. `level` is not set, because with it the library also writes every rejection
    // to stderr.
    logger: {
      disableColors: true,
      log: (level, message, ...details) => {
        if (level !== 'error') return
        const error = details.find((detail) => detail instanceof Error)
        options.log.warn('auth.library_error', { message, error })
      },
    },
  } satisfies BetterAuthOptions
}

function codes(mails: ReturnType<typeof createCodeMails>) {
  return emailOTP({
    overrideDefaultEmailVerification: true,
    disableSignUp: true,
    // An attacker has `codeTries` guesses at each of three codes in 15 minutes, and as many from each known device. There are 100 million
    // codes.
    otpLength: codeDigits,
    expiresIn: codeMinutes * 60,
    allowedAttempts: codeTries,
    storeOTP: 'hashed',
    sendVerificationOTP: async ({ email, otp, type }, ctx) => {
      // A sign-up page requested it for an address that already has an account.
      const record =
        type === 'email-verification'
          ? await ctx?.context.internalAdapter.findUserByEmail(email)
          : null
      if (record?.user.emailVerified === true) {
        await mails.alreadySignedUp(email)
      } else {
        await mails.code(email, otp, type)
      }
    },
  })
}

function hardeningOptions(options: AuthOptions, runLater: (task: Promise<unknown>) => void) {
  const https = new URL(options.baseUrl).protocol === 'https:'
  return {
    // The library's prefix would be __Secure-, which does not bind a cookie to the host.
    useSecureCookies: false,
    cookiePrefix: cookiePrefixOf(options.baseUrl),
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: https, path: '/' },
    // Explicit, because the library disables the origin check when NODE_ENV is test.
    disableOriginCheck: false,
    disableCSRFCheck: false,
    ipAddress: { disableIpTracking: true },
    ...(options.mailInBackground && { backgroundTasks: { handler: runLater } }),
  } satisfies BetterAuthOptions['advanced']
}
