// Prevents attempts with wrong codes from revealing which addresses have an account.
import { createAuthMiddleware } from 'better-auth/api'
import * as v from 'valibot'
import { codeMinutes } from '../../domain/accounts/mailed-code.ts'
import { type CodePurpose, codeKey } from './code-keys.ts'

/** Purpose of the code that each path sends. */
const purposes: Readonly<Record<string, CodePurpose>> = {
  '/sign-up/email': 'email-verification',
  '/email-otp/send-verification-otp': 'email-verification',
  '/email-otp/request-password-reset': 'forget-password',
}

const sentBody = v.looseObject({ email: v.string() })
/** No code has this hash. The number after the colon counts the attempts. */
const decoyValue = 'decoy:0'

/**
 * Runs after a request for a code. The library stores a code only when it mails one, so the response to a sixth wrong attempt would be
 * "void" for a new sign-up and "wrong" for an address that has an account, or the reverse for a reset. When no code was mailed, this hook
 * stores one that nothing matches. Attempts and expiry are then the same for every address.
 */
export function storeDecoyCode() {
  return createAuthMiddleware(async (ctx) => {
    const purpose = purposes[ctx.path]
    const body = v.safeParse(sentBody, ctx.body)
    if (purpose === undefined || !body.success || ctx.context.returned instanceof Error) return
    const { internalAdapter } = ctx.context
    const email = body.output.email.toLowerCase()
    const record = await internalAdapter.findUserByEmail(email)
    const isMailed =
      record !== null && (purpose === 'forget-password' || record.user.emailVerified === false)
    if (isMailed) return
    const identifier = codeKey(purpose, email)
    await internalAdapter.deleteVerificationByIdentifier(identifier)
    await internalAdapter.createVerificationValue({
      identifier,
      value: decoyValue,
      expiresAt: new Date(Date.now() + codeMinutes * 60_000),
    })
  })
}
