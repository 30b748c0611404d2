// Shows an account's owner the requests that its programs made with the key and tokens: which failed, when, and under
// which request id.

import type { AccountCaller } from '../base/caller.ts'
import {
  type OwnRequest,
  type OwnRequestFilter,
  type RequestGroup,
  requestGroups,
} from './noted-requests.ts'
import type { AccountDeps } from './ports.ts'

/** The code of a tool call that threw. Its response has status 200, like the response of a refusal. */
export const toolFailedCode = 'tool_failed'

/** Number of rows per account that the sweep keeps for successful requests, and separately for all others. */
export const keptOwnRequests = 5_000
export const ownRequestsPerPage = 50
/** Maximum length of an error code or request id in a search, in characters. */
export const maxOwnRequestText = 100

/** Enough pages for all rows that the sweep keeps. */
export const maxOwnRequestPages = (2 * keptOwnRequests) / ownRequestsPerPage

export type OwnRequestPage = {
  readonly filter: OwnRequestFilter
  readonly requests: readonly OwnRequest[]
  /** Starts at 1. */
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
