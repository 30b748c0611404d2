// Log of requests from the accounts' programs. Entries are buffered in memory and written in batches, so that no request waits for its
// entry.
import { sql } from 'kysely'
import type {
  NotedRequest,
  OwnRequest,
  OwnRequestFilter,
  OwnRequests,
} from '../../domain/accounts/noted-requests.ts'
import { keptOwnRequests, toolFailedCode } from '../../domain/accounts/own-requests.ts'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Meter } from '../../domain/base/metrics/meter.ts'
import type { Log } from '../../domain/base/ports.ts'
import { ownRequestDays } from '../../domain/base/time/retention.ts'
import type { Db } from '../core/connect.ts'
import { removeRows } from '../core/remove-rows.ts'

/** Buffered requests per process. Further requests are dropped while the buffer is full. */
const maxWaiting = 5_000
/**
 * Limit per account, process and minute: a program that polls without a pause must not fill the table before the next sweep. Successful
 * calls and all others are counted separately, because the owner needs the failures most.
 */
const maxOfAccount = 300
const minuteMs = 60_000
const writeEveryMs = 2_000
/** Rows per statement. */
const maxRows = 1_000

type Options = { readonly meter: Meter; readonly log: Log; readonly nowMs?: () => number }

export function createOwnRequests(
  db: Db,
  { meter, log, nowMs = () => performance.now() }: Options,
): OwnRequests {
  let waiting: NotedRequest[] = []
  let noted = 0
  /** Number of noted requests that were written or dropped after a failed write. */
  let ended = 0
  let writing: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  const counts = { succeeded: new Map<AccountId, number>(), others: new Map<AccountId, number>() }
  let minuteEnds = 0

  const drop = (reason: 'full' | 'account' | 'failed', count = 1) =>
    meter.count('own_requests_dropped_total', { reason }, count)

  const isOverLimit = ({ accountId, status, errorCode }: NotedRequest): boolean => {
    if (nowMs() >= minuteEnds) {
      for (const ofAccount of Object.values(counts)) ofAccount.clear()
      minuteEnds = nowMs() + minuteMs
    }
    const ofAccount = counts[status < 400 && errorCode === null ? 'succeeded' : 'others']
    const count = (ofAccount.get(accountId) ?? 0) + 1
    ofAccount.set(accountId, count)
    return count > maxOfAccount
  }

  const writeBatch = async () => {
    const batch = waiting.slice(0, maxRows)
    waiting = waiting.slice(maxRows)
    try {
      await insert(db, batch)
    } catch (error) {
      drop('failed', batch.length)
      log.warn('account.requests_not_written', { count: batch.length, error })
    }
    ended += batch.length
  }
  /** Writes the buffered requests. New requests that arrive during the write start their own timer. */
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const last = noted
    while (ended < last) {
      writing ??= writeBatch().finally(() => {
        writing = null
      })
      await writing
    }
  }
  return {
    note: (request) => {
      if (isClosed) return
      if (waiting.length >= maxWaiting) return drop('full')
      if (isOverLimit(request)) return drop('account')
      waiting.push(request)
      noted += 1
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

/**
 * Inserts the batch and skips accounts that were deleted in the meantime. Locks the rows of the accounts first, as the table's trigger
 * does: this waits for a deletion that is in progress and leaves out its account. Otherwise the trigger would reject the rows of all other
 * accounts as well.
 */
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
  const accountIds = [...new Set(batch.map(({ accountId }) => accountId))]
  await sql`with open_accounts as (
      select id from accounts where id in (${sql.join(accountIds)}) and closed_at is null order by id for key share)
    insert into own_requests (account_id, at, method, path, tool, status, error_code, request_id, ms, has_key)
    select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (account_id text, at timestamptz, method text, path text,
      tool text, status smallint, error_code text, request_id text, ms integer, has_key boolean)
    join open_accounts on open_accounts.id = r.account_id`.execute(db)
}

const succeeded = sql`status < 400 and error_code is null`

/**
 * Keeps the newest rows of each account. Successful requests are counted separately, so that a program that polls displaces no failure.
 */
export async function sweepOwnRequests(db: Db): Promise<void> {
  await removeRows(db, 'own_requests', {
    where: sql`at < now() - make_interval(days => ${ownRequestDays})`,
  })
  const { rows } = await sql<{ account: string; succeeded: boolean; at: string; id: string }>`
    select many.account_id as account, many.succeeded, last.at::text, last.id
    from (select account_id, (${succeeded}) as succeeded from own_requests group by 1, 2 having count(*) > ${keptOwnRequests}) many
    cross join lateral (select at, id from own_requests
      where account_id = many.account_id and (${succeeded}) = many.succeeded
      order by at desc, id desc offset ${keptOwnRequests} limit 1) last`.execute(db)
  for (const { account, succeeded: isSucceeded, at, id } of rows) {
    await removeRows(db, 'own_requests', {
      where: sql`account_id = ${account} and (${succeeded}) = ${isSucceeded} and (at, id) <= (${at}::timestamptz, ${id}::bigint)`,
    })
  }
}

async function list(
  db: Db,
  accountId: AccountId,
  { group, errorCode, requestId }: OwnRequestFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly OwnRequest[]> {
  const matches = {
    all: sql`true`,
    succeeded,
    refused: sql`status < 500 and (status >= 400 or error_code is not null) and error_code is distinct from ${toolFailedCode}`,
    failed: sql`(status >= 500 or error_code = ${toolFailedCode})`,
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
