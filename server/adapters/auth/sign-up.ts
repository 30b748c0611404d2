// What stands between a stranger who signs up with somebody else's address and that somebody's later account.
import { createAuthMiddleware } from 'better-auth/api'
import * as v from 'valibot'
import type { AuthAccounts } from './auth.ts'

const signUpBody = v.looseObject({ email: v.string() })
const verifyBody = v.looseObject({ email: v.string(), attempt: v.optional(v.string()) })

/**
 * Sign-up: an account whose address was never proven is replaced, so the newest password is the one that a code confirms
 * and older codes are void. Without this the first one to type the address, owner or not, would own its password.
 *
 * Verification: `attempt` is the user id that the sign-up answered. A page that sends its own visitor's makes sure that
 * the code confirms this visitor's password, not that of somebody who signed up in between; another one is a wrong code.
 * So is every code for an address that is proven already: confirming must not be a way to sign in without the password.
 */
export function beforeAuth(accounts: AuthAccounts) {
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the library takes one hook for both paths
  return createAuthMiddleware(async (ctx) => {
    const { adapter, internalAdapter } = ctx.context
    if (ctx.path === '/sign-up/email') {
      // The library wants a name; nothing here has a use for one.
      const withName = { context: { body: { name: '', ...ctx.body } } }
      const body = v.safeParse(signUpBody, ctx.body)
      if (!body.success) return withName
      const email = body.output.email.toLowerCase()
      const found = await internalAdapter.findUserByEmail(email)
      if (found !== null && !found.user.emailVerified) {
        await accounts.forget(found.user.id)
        const removed = await adapter.deleteMany({
          model: 'user',
          where: [
            { field: 'id', value: found.user.id },
            { field: 'emailVerified', value: false },
          ],
        })
        // Proven in this very moment: it stays.
        if (removed === 0) await accounts.ensure(found.user.id, email)
      }
      return withName
    }
    if (ctx.path === '/email-otp/verify-email') {
      const body = v.safeParse(verifyBody, ctx.body)
      if (!body.success) return
      const found = await internalAdapter.findUserByEmail(body.output.email.toLowerCase())
      const { attempt = found?.user.id } = body.output
      if (found?.user.emailVerified !== true && found?.user.id === attempt) return
      return { context: { body: { ...body.output, otp: '' } } }
    }
    return
  })
}
