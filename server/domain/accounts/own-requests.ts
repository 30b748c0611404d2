// The requests that programs of an account made with its key and tokens, for its owner: what failed, when, and under which request id.
import type { AccountCaller, AccountId } from '../base/caller.ts'
import type { AccountDeps } from './ports.ts'

export type OwnRequest = {
  readonly at: Date
  readonly method: string
  /** As mounted, such as `/api/print/orders/:code`: never a code, a query or a body. */
  readonly path: string
  /** The tool of the agent endpoint; null for any other call. */
  readonly tool: string | null
  readonly status: number
  readonly errorCode: string | null
  readonly requestId: string
  readonly ms: number
  readonly hasKey: boolean
}

export type NotedRequest = OwnRequest & { readonly accountId: AccountId }

/** The code of a tool that broke: its response has 200, as that of one that refuses. */
export const toolFailedCode = 'tool_failed'

/** `refused`: 400 to 499 and refusals of tools. `failed`: 500 and more, and tools that broke. */
export const requestGroups = ['all', 'succeeded', 'refused', 'failed'] as const
export type RequestGroup = (typeof requestGroups)[number]

export type OwnRequestFilter = {
  readonly group: RequestGroup
  /** Empty = any. */
  readonly errorCode: string
  /** Empty = any. */
  readonly requestId: string
}

export type OwnRequests = {
  /** Keeps the request in memory for the next write. Never waits and never throws; one that finds no room is counted and dropped. */
  readonly note: (request: NotedRequest) => void
  /** Newest first. What this process has noted is written before. */
  readonly list: (
    accountId: AccountId,
    filter: OwnRequestFilter,
    part: { readonly offset: number; readonly limit: number },
  ) => Promise<readonly OwnRequest[]>
  /** Writes what is left, and takes no more. */
  readonly close: () => Promise<void>
}

/** Rows of an account that stay of those that succeeded, and as many of the others; the sweep removes older ones. */
export const keptOwnRequests = 5_000
export const ownRequestsPerPage = 50
/** Characters of an error code or request id that is searched for. */
export const maxOwnRequestText = 100

/** Enough for all that stay. */
export const maxOwnRequestPages = (2 * keptOwnRequests) / ownRequestsPerPage

export type OwnRequestPage = {
  readonly filter: OwnRequestFilter
  readonly requests: readonly OwnRequest[]
  /** From 1. */
  readonly page: number
  readonly hasMore: boolean
}

export async function listOwnRequests(
  { ownRequests }: Pick<AccountDeps, 'ownRequests'>,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  { filter, page }: { readonly filter: OwnRequestFilter; readonly page: number },
): Promise<OwnRequestPage> {
  const shown = Math.min(maxOwnRequestPages, page)
  const offset = (shown - 1) * ownRequestsPerPage
  const requests = await ownRequests.list(accountId, filter, {
    offset,
    limit: ownRequestsPerPage + 1,
  })
  return {
    filter,
    requests: requests.slice(0, ownRequestsPerPage),
    page: shown,
    hasMore: requests.length > ownRequestsPerPage && shown < maxOwnRequestPages,
  }
}

export const isRequestGroup = (word: string): word is RequestGroup =>
  requestGroups.some((group) => group === word)
