// Port: log of the requests that programs of an account made.
import type { AccountId } from '../base/caller.ts'

export type NotedRequest = OwnRequest & { readonly accountId: AccountId }

export type OwnRequest = {
  readonly at: Date
  readonly method: string
  /** Route pattern, such as `/api/print/orders/:code`. Never includes a code, a query or a body. */
  readonly path: string
  /** Name of the MCP tool; null for any other call. */
  readonly tool: string | null
  readonly status: number
  readonly errorCode: string | null
  readonly requestId: string
  readonly ms: number
  readonly hasKey: boolean
}

export type OwnRequestFilter = {
  readonly group: RequestGroup
  /** An empty string matches any code. */
  readonly errorCode: string
  /** An empty string matches any id. */
  readonly requestId: string
}

export type OwnRequests = {
  /**
   * Buffers the request in memory for the next write. Never waits and never throws. Drops and counts the request if
   * the buffer is full.
   */
  readonly note: (request: NotedRequest) => void
  /** Returns the newest requests first. Writes this process's buffered requests before reading. */
  readonly list: (
    accountId: AccountId,
    filter: OwnRequestFilter,
    part: { readonly offset: number; readonly limit: number },
  ) => Promise<readonly OwnRequest[]>
  /** Writes the buffered requests and accepts no more. */
  readonly close: () => Promise<void>
}

/** `refused`: status 400 to 499 and tool refusals. `failed`: status 500 and above, and tools that threw. */
export const requestGroups = ['all', 'succeeded', 'refused', 'failed'] as const

export type RequestGroup = (typeof requestGroups)[number]
