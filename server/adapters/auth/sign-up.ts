// Prevents a person who signs up with someone else's address from taking over that person's later account.
import { createAuthMiddleware } from 'better-auth/api'
import * as v from 'valibot'
import type { AuthAccounts } from './auth-options.ts'

const signUpBody = v.looseObject({ email: v.string() })
const verifyBody = v.looseObject({ email: v.string(), attempt: v.optional(v.string()) })

type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Hook before each request to the library, which accepts one hook for all paths. */
export function beforeAuth(accounts: AuthAccounts) {
  return createAuthMiddleware(async (ctx) => {
    if (ctx.path === '/sign-up/email') return await beforeSignUp(accounts, ctx)
    if (ctx.path === '/email-otp/verify-email') return await beforeVerification(ctx)
    return
  })
}

/**
 * Replaces an account whose address was never verified, so that a code confirms the newest password and older codes are void. Otherwise
 * the first person to enter the address, even if it belongs to someone else, would choose its password.
 */
async function beforeSignUp(accounts: AuthAccounts, { body: sent, context }: Context) {
  const { adapter, internalAdapter } = context
  // The library requires a name; the service does not use it.
  const withName = { context: { body: { name: '', ...sent } } }
  const body = v.safeParse(signUpBody, sent)
  if (!body.success) return withName
  const email = body.output.email.toLowerCase()
  const record = await internalAdapter.findUserByEmail(email)
  if (record === null || record.user.emailVerified) return withName
  await accounts.forget(record.user.id)
  const removed = await adapter.deleteMany({
    model: 'user',
    where: [
      { field: 'id', value: record.user.id },
      { field: 'emailVerified', value: false },
    ],
  })
  // The address was verified in the meantime, so the account stays.
  if (removed === 0) await accounts.ensure(record.user.id, email)
  return withName
}

/**
 * Checks a verification. `attempt` is the user id that the sign-up returned. A page that sends its visitor's id ensures that the code
 * confirms this visitor's password, not that of another sign-up in between; with another id the code is wrong. For a verified address
 * every code is wrong, because confirming must not be a way to sign in without the password.
 */
async function beforeVerification({ body: sent, context }: Context) {
  const body = v.safeParse(verifyBody, sent)
  if (!body.success) return
  const record = await context.internalAdapter.findUserByEmail(body.output.email.toLowerCase())
  const { attempt = record?.user.id } = body.output
  if (record?.user.emailVerified !== true && record?.user.id === attempt) return
  return { context: { body: { ...body.output, otp: '' } } }
}
