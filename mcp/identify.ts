// Caller that the request's API key identifies.
import type { AccountCaller, AnonymousCaller, Caller } from '../server/domain/base/caller.ts'
import type { ToolDeps } from './deps.ts'

export type Identity = {
  readonly caller: Caller
  /** Whether the key could be checked. If not, it is unknown whose allowance applies. */
  readonly isKeyChecked: boolean
}

type KeyParts = {
  readonly deps: Pick<ToolDeps, 'log'>
  readonly authenticate: (request: Request) => Promise<AccountCaller | null>
}

export function hasKey({ headers }: Request): boolean {
  return headers.has('authorization') || headers.has('x-api-key')
}

/** Returns the account of the key, or `anonymous` if the key is unknown or cannot be checked. Never rejects. */
export async function identify(
  { deps, authenticate }: KeyParts,
  request: Request,
  anonymous: AnonymousCaller,
): Promise<Identity> {
  try {
    return { caller: (await authenticate(request)) ?? anonymous, isKeyChecked: true }
  } catch (error) {
    deps.log.error('mcp.authentication_failed', { error })
    return { caller: anonymous, isKeyChecked: false }
  }
}
