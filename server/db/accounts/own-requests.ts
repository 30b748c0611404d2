// The requests of accounts' programs. They wait in memory and are written together, so that no request waits for its line.
import { sql } from 'kysely'
import type {
  NotedRequest,
  OwnRequest,
  OwnRequestFilter,
  OwnRequests,
} from '../../domain/accounts/own-requests.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Meter } from '../../domain/base/meter.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { Db } from '../core/connect.ts'

/** Waiting requests of a process; later ones are dropped until there is room. */
const maxWaiting = 5_000
/** Limit for one account in a minute of a process, so that a program that polls without a pause does not fill the table. */
const maxOfAccount = 300
const minuteMs = 60_000
const writeEveryMs = 2_000
/** Rows of one statement. */
const maxRows = 1_000

type Options = { readonly meter: Meter; readonly log: Log; readonly nowMs?: () => number }

export function createOwnRequests(
  db: Db,
  { meter, log, nowMs = () => performance.now() }: Options,
): OwnRequests {
  let waiting: NotedRequest[] = []
  let writing: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  const ofAccount = new Map<AccountId, number>()
  let minuteEnds = 0

  const drop = (reason: 'full' | 'account' | 'failed', count = 1) =>
    meter.count('own_requests_dropped_total', { reason }, count)

  const isOverLimit = (accountId: AccountId): boolean => {
    if (nowMs() >= minuteEnds) {
      ofAccount.clear()
      minuteEnds = nowMs() + minuteMs
    }
    const count = (ofAccount.get(accountId) ?? 0) + 1
    ofAccount.set(accountId, count)
    return count > maxOfAccount
  }

  const writeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxRows)
      waiting = waiting.slice(maxRows)
      try {
        await insert(db, batch)
      } catch (error) {
        drop('failed', batch.length)
        log.warn('account.requests_not_written', { count: batch.length, error })
      }
    }
  }
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    // A write under way takes what waits as well.
    writing ??= writeAll().finally(() => {
      writing = null
    })
    await writing
  }
  return {
    note: (request) => {
      if (isClosed) return
      if (waiting.length >= maxWaiting) return drop('full')
      if (isOverLimit(request.accountId)) return drop('account')
      waiting.push(request)
      timer ??= setTimeout(() => void flush(), writeEveryMs)
    },
    list: async (accountId, filter, part) => {
      await flush()
      return await list(db, accountId, filter, part)
    },
    close: async () => {
      isClosed = true
      await flush()
    },
  }
}

/** Accounts that were deleted in the meantime get no row. */
async function insert(db: Db, batch: readonly NotedRequest[]): Promise<void> {
  const rows = batch.map((request) => ({
    account_id: request.accountId,
    at: request.at.toISOString(),
    method: request.method,
    path: request.path,
    tool: request.tool,
    status: request.status,
    error_code: request.errorCode,
    request_id: request.requestId,
    ms: Math.round(request.ms),
    has_key: request.hasKey,
  }))
  await sql`insert into own_requests (account_id, at, method, path, tool, status, error_code, request_id, ms, has_key)
    select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (account_id text, at timestamptz, method text, path text,
      tool text, status smallint, error_code text, request_id text, ms integer, has_key boolean)
    join accounts on accounts.id = r.account_id and accounts.closed_at is null`.execute(db)
}

async function list(
  db: Db,
  accountId: AccountId,
  { group, errorCode, requestId }: OwnRequestFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly OwnRequest[]> {
  const matches = {
    all: sql`true`,
    succeeded: sql`status < 400 and error_code is null`,
    refused: sql`status < 500 and (status >= 400 or error_code is not null)`,
    failed: sql`status >= 500`,
  }[group]
  const { rows } = await sql<OwnRequest>`
    select at, method, path, tool, status, error_code as "errorCode", request_id as "requestId", ms, has_key as "hasKey"
    from own_requests
    where account_id = ${accountId} and ${matches}
      and ${errorCode === '' ? sql`true` : sql`error_code = ${errorCode}`}
      and ${requestId === '' ? sql`true` : sql`request_id = ${requestId}`}
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}
