// The demo account of local mode. It is created once, and its address is verified without an email.
import { type AccountId, accountIdOf } from '../../domain/base/caller.ts'
import type { AuthAccounts } from './auth-options.ts'

export type DemoUser = { readonly accountId: AccountId; readonly email: string }

type StoredUser = { id: string; email: string }

/** The part of the auth library's context that this file uses. */
type UserStore = {
  readonly $context: Promise<{
    readonly password: { readonly hash: (password: string) => Promise<string> }
    readonly internalAdapter: {
      readonly findUserByEmail: (email: string) => Promise<{ user: StoredUser } | null>
      readonly createUser: (
        user: { email: string; name: string; emailVerified: boolean },
        source: { method: 'email-password' },
      ) => Promise<StoredUser>
      readonly linkAccount: (account: {
        userId: string
        accountId: string
        providerId: string
        password: string
      }) => Promise<unknown>
      readonly findCredentialAccount: (userId: string) => Promise<unknown>
    }
  }>
}

/** Creates the account. Returns an existing account unchanged, whatever its password. */
export async function createDemoUser(
  auth: UserStore,
  accounts: AuthAccounts,
  { email, password }: { email: string; password: string },
): Promise<DemoUser> {
  const { internalAdapter, password: passwords } = await auth.$context
  const address = email.toLowerCase()
  const existing = await internalAdapter.findUserByEmail(address)
  const user =
    existing?.user ??
    (await internalAdapter.createUser(
      { email: address, name: 'Demo', emailVerified: true },
      { method: 'email-password' },
    ))
  if (!(await internalAdapter.findCredentialAccount(user.id))) {
    await internalAdapter.linkAccount({
      userId: user.id,
      accountId: user.id,
      providerId: 'credential',
      password: await passwords.hash(password),
    })
  }
  await accounts.ensure(user.id, address)
  return { accountId: accountIdOf(user.id), email: address }
}
