// Logs sign-ins, sign-outs and refusals as events. Events identify the account by id and the caller by network address,
// and never contain an email address. Refusals by a rate limit are logged as `limit.refused` throughout the service.
import * as v from 'valibot'
import type { AccountDeps } from '../../domain/accounts/ports.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { AnyPath } from './auth-paths.ts'

type EventDeps = Pick<AccountDeps, 'accounts'> & { readonly log: Log }

export type AuthCallMade = {
  readonly path: AnyPath
  /** Response that the caller receives. */
  readonly response: Response
  /** Network address of the caller. */
  readonly client: string
  /** Typed address, or the session's address. null without either. */
  readonly email: string | null
  /** Whether this browser signed in to the account before. */
  readonly isKnownDevice: boolean
  /** Account whose session a sign-out ends. */
  readonly signedIn: AccountId | null
}

/** How each call that opens a session proves the caller's identity. */
const proofs: Partial<Record<AuthCallMade['path'], string>> = {
  '/sign-in/email': 'password',
  '/email-otp/verify-email': 'code by mail',
  '/two-factor/verify-totp': 'second factor',
  '/two-factor/verify-backup-code': 'backup code',
}

const opened = v.object({ user: v.object({ id: v.string() }) })
const redirectBody = v.object({ twoFactorRedirect: v.literal(true) })
const refusal = v.object({ code: v.string() })

export async function logAuthCall(deps: EventDeps, call: AuthCallMade): Promise<void> {
  const { path, response, client, signedIn } = call
  if (response.ok && path === '/sign-out') {
    if (signedIn !== null) deps.log.info('auth.signed_out', { accountId: signedIn })
    return
  }
  const body: unknown = await response.clone().json()
  if (!response.ok) return await logRefusal(deps, call, body)
  const device = call.isKnownDevice ? 'known' : 'new'
  if (path === '/email-otp/reset-password') {
    deps.log.info('auth.password_reset', { ...(await accountOf(deps, call)), client, device })
    return
  }
  const by = proofs[path]
  if (by === undefined) return
  const session = v.safeParse(opened, body)
  if (session.success && opensSession(response)) {
    const { id: accountId } = session.output.user
    deps.log.info('auth.signed_in', { accountId, by, client, device })
  } else if (v.is(redirectBody, body)) {
    const facts = { ...(await accountOf(deps, call)), client, device }
    deps.log.info('auth.second_factor_asked', facts)
  }
}

async function logRefusal(deps: EventDeps, call: AuthCallMade, body: unknown): Promise<void> {
  const refused = v.safeParse(refusal, body)
  if (!refused.success) return
  const { path, client, isKnownDevice } = call
  const facts = { call: path, code: refused.output.code, client }
  const device = isKnownDevice ? 'known' : 'new'
  deps.log.info('auth.refused', { ...(await accountOf(deps, call)), ...facts, device })
}

/** Returns the account, or null for an address without one. */
async function accountOf({ accounts }: EventDeps, { email }: AuthCallMade) {
  return { accountId: email === null ? null : await accounts.findIdByEmail(email) }
}

const opensSession = ({ headers }: Response): boolean =>
  headers.getSetCookie().some((cookie) => /session_token=[^;]/.test(cookie))
