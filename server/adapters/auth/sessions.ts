// Reads the session cookie through the auth library.

import type { Sessions } from '../../domain/accounts/ports.ts'
import {
  type AccountCaller,
  accountIdOf,
  type SecondFactorState,
} from '../../domain/base/caller.ts'
import type { AuthAccounts } from './auth-options.ts'
import { hasAuthCookie } from './request-cookies.ts'

type ReadSession = (headers: Headers) => Promise<{
  readonly user: {
    readonly id: string
    readonly email: string
    readonly emailVerified: boolean
    readonly twoFactorEnabled?: boolean | null | undefined
  }
  readonly session: {
    readonly createdAt: Date
    readonly secondFactorAt?: Date | null | undefined
  }
} | null>

/** Number of users remembered to have their account row. Beyond it the set is cleared, which costs one lookup per user. */
const maxRemembered = 10_000

export function createSessions(readSession: ReadSession, accounts: AuthAccounts): Sessions {
  const known = new Set<string>()
  return {
    async read(headers): Promise<AccountCaller | null> {
      if (!hasAuthCookie(headers, 'session_token')) return null
      const session = await readSession(headers)
      if (session === null || !session.user.emailVerified) return null
      const { id } = session.user
      const email = session.user.email.toLowerCase()
      // A process that stopped between creating the user and its account row did not create the row.
      if (!known.has(id)) {
        await accounts.ensure(id, email)
        if (known.size >= maxRemembered) known.clear()
        known.add(id)
      }
      const secondFactor = factorOf(session)
      return {
        kind: 'account',
        accountId: accountIdOf(id),
        email,
        credential: 'session',
        secondFactor,
        signedInAt: new Date(session.session.createdAt),
      }
    },
  }
}

function factorOf({
  user,
  session,
}: NonNullable<Awaited<ReturnType<ReadSession>>>): SecondFactorState {
  if (user.twoFactorEnabled !== true) return 'none'
  return session.secondFactorAt ? 'passed' : 'pending'
}
