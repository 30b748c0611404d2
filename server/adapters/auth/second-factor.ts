// The second factor of operators and viewers: time-based codes of an authenticator app (RFC 6238) and backup codes, using the auth
// library's plugin. This file adds what the plugin lacks: a code works once, backup codes require a confirmed factor, a session records
// that it passed, and confirming a factor ends the account's other sessions.

import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import * as v from 'valibot'
import { appCode, secondFactorLock } from '../../domain/accounts/sign-in.ts'

/** Records used codes. server/db implements it. */
export type UsedCodes = {
  /** Returns false when the user already used this code within the last minutes. */
  readonly claim: (userId: string, code: string) => Promise<boolean>
  /** Reverts the claim of a code that turned out to be wrong. */
  readonly release: (userId: string, code: string) => Promise<void>
}

/** Column of `auth_sessions` with the time of the second factor. The rules below set it. */
export const sessionFields = {
  secondFactorAt: { type: 'date', required: false, input: false },
} as const

const totpPath = '/two-factor/verify-totp'
const backupPath = '/two-factor/verify-backup-code'

export function secondFactor() {
  return twoFactor({
    issuer: 'Print farm',
    twoFactorTable: 'auth_second_factors',
    totpOptions: { digits: appCode.digits, period: 30 },
    backupCodeOptions: { amount: 10, length: 10 },
    // An attacker who has the password has ten guesses an hour at a million codes, three of which are valid at a time.
    accountLockout: {
      enabled: true,
      maxFailedAttempts: secondFactorLock.tries,
      durationSeconds: secondFactorLock.minutes * 60,
    },
  })
}

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const codeBody = v.looseObject({ code: v.pipe(v.string(), v.regex(appCode.form)) })

/** Hooks that run before and after the plugin verifies a code. */
export function secondFactorRules(usedCodes: UsedCodes) {
  return {
    id: 'second-factor-rules',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === totpPath,
          handler: createAuthMiddleware(async (ctx) => {
            const attempt = await attemptOf(ctx)
            if (attempt === null || (await usedCodes.claim(attempt.userId, attempt.code))) return
            throw new APIError('UNAUTHORIZED', {
              code: 'CODE_ALREADY_USED',
              message: 'This code was used already.',
            })
          }),
        },
        {
          // The plugin accepts the backup codes of a factor that was never confirmed.
          matcher: ({ path }) => path === backupPath,
          handler: createAuthMiddleware(async (ctx) => {
            const userId = await userOf(ctx)
            if (userId === null || (await hasFactor(ctx, userId))) return
            throw new APIError('BAD_REQUEST', {
              code: 'BACKUP_CODES_NOT_ENABLED',
              message: "Backup codes aren't enabled",
            })
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === totpPath || path === backupPath,
          handler: createAuthMiddleware(async (ctx) => {
            if (!(ctx.context.returned instanceof Error)) return markSession(ctx)
            const wrong = ctx.context.returned
            const isWrong = wrong instanceof APIError && wrong.body?.code === 'INVALID_CODE'
            const attempt = isWrong ? await attemptOf(ctx) : null
            if (attempt !== null) await usedCodes.release(attempt.userId, attempt.code)
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/**
 * Marks the session that the code opened, or in which it was entered. Marks no session without a confirmed factor: the mark would take
 * effect when the account's owner confirms one.
 */
async function markSession(ctx: Context): Promise<void> {
  const { newSession, internalAdapter } = ctx.context
  const enteredIn = await getSessionFromCtx(ctx)
  const session = newSession?.session ?? enteredIn?.session
  if (session === undefined || !(await hasFactor(ctx, session.userId))) return
  // Only the confirmation of a factor replaces the session in which the code was entered.
  if (newSession && enteredIn) await endOtherSessions(ctx, session)
  await internalAdapter.updateSession(session.token, { secondFactorAt: new Date() })
}

/** Ends the other sessions, because another person may have opened them with only the password. */
async function endOtherSessions(
  { context: { adapter } }: Context,
  { userId, token }: { readonly userId: string; readonly token: string },
): Promise<void> {
  await adapter.deleteMany({
    model: 'session',
    where: [
      { field: 'userId', value: userId },
      { field: 'token', value: token, operator: 'ne' },
    ],
  })
}

/** Returns true once a factor was confirmed with a code from the app. */
async function hasFactor({ context: { adapter } }: Context, userId: string): Promise<boolean> {
  const where = [{ field: 'id', value: userId }]
  const user = await adapter.findOne<{ twoFactorEnabled?: boolean | null }>({
    model: 'user',
    where,
  })
  return user?.twoFactorEnabled === true
}

/** Returns the attempt, or null if the request has no code. */
async function attemptOf(ctx: Context): Promise<{ userId: string; code: string } | null> {
  const body = v.safeParse(codeBody, ctx.body)
  if (!body.success) return null
  const userId = await userOf(ctx)
  return userId === null ? null : { userId, code: body.output.code }
}

/** Returns the user of the code: the user of the session, or of the sign-in that waits for its second factor. */
async function userOf(ctx: Context): Promise<string | null> {
  const session = await getSessionFromCtx(ctx)
  if (session !== null) return session.user.id
  const { name } = ctx.context.createAuthCookie('two_factor')
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret)
  if (!challenge) return null
  const pending = await ctx.context.internalAdapter.findVerificationValue(challenge)
  return pending?.value ?? null
}
