// The signed-in account page for a caller: reads what it shows.
import { readApiKey } from '../domain/accounts/api-key.ts'
import type { AccountCaller } from '../domain/accounts/caller.ts'
import { listExtensionTokens } from '../domain/accounts/extension-tokens.ts'
import { requireOperator } from '../domain/accounts/operator.ts'
import { accountPage, type Shown } from '../pages/account.tsx'
import type { FreshSecret } from '../pages/account-signed-in.tsx'
import type { HttpContext } from './context.ts'
import { hostedPages } from './hosted-pages.ts'

const ordersShown = 10

export async function showAccount(
  { deps }: HttpContext,
  caller: AccountCaller,
  shown: Shown & { readonly fresh?: FreshSecret } = {},
): Promise<Response> {
  const [account, apiKey, tokens, credits, orders] = await Promise.all([
    deps.accounts.read(caller.accountId),
    readApiKey(deps, caller),
    listExtensionTokens(deps, caller),
    deps.credits.read(caller.accountId),
    deps.orders.listRecent(caller.accountId, ordersShown),
  ])
  const { fresh = null, ...rest } = shown
  return accountPage({
    ...rest,
    view: 'account',
    account: {
      email: caller.email,
      operates: requireOperator(deps, caller).ok,
      card: account?.card ?? null,
      apiKey,
      tokens,
      credits,
      orders,
      fresh,
    },
    cardPages: hostedPages(deps),
  })
}
