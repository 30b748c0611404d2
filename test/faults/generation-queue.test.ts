// Queued generations on two worker processes: each runs once, and the books are correct. QUEUE_JOBS=1000 for a
// thousand (about 0.1 s of processor time each).

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { ensureAccount } from '../../server/db/accounts/accounts.ts'
import { createGenerationJobs } from '../../server/db/generation/generation-jobs.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { generationJobIdOf } from '../../server/domain/base/ids/generation-job.ts'
import { openingCredits } from '../../server/domain/generation/request/credit-cost.ts'
import { openRealServer, type RealServer, waitUntil } from '../../testing/service/real-server.ts'
import { useDatabase } from '../../testing/use.ts'

const JOBS = Number(process.env['QUEUE_JOBS'] ?? 100)
/** One in twenty jobs belongs to an account that has spent its credits. */
const ACCOUNTS = Math.floor((JOBS * 19) / 20 / openingCredits)
const TEST_MS = 600_000
setDefaultTimeout(TEST_MS)

const database = useDatabase({ poolSize: 4 })
let workers: readonly RealServer[]
beforeAll(async () => {
  const env = { DATABASE_URL: database.url, ROLE: 'worker', LOG_LEVEL: 'warn' }
  workers = await Promise.all([openRealServer({ env }), openRealServer({ env })])
})
afterAll(() => Promise.all(workers.map((worker) => worker.close())))

test('every job ends exactly once, and no account pays more than its balance', async () => {
  const jobs = createGenerationJobs(database.db, console)
  const accounts = Array.from({ length: ACCOUNTS }, () => randomUUID() as AccountId)
  await Promise.all(accounts.map((id) => ensureAccount(database.db, id, `${id}@example.com`)))
  for (let at = 0; at < JOBS; at += 1) {
    const accountId = accounts[at % ACCOUNTS]
    if (accountId === undefined) throw new Error('unreachable')
    const text = JSON.stringify({ prompt: `vase ${at % 50}`, advanced: { smoothing: 'off' } })
    const body = { contentType: 'application/json', source: { text } }
    const job = { id: generationJobIdOf(randomUUID()), accountId, createdAt: new Date() }
    await jobs.add({ ...job, body, request: null, leaseId: null })
  }
  await Promise.all(workers.map((worker) => worker.start()))
  await waitUntil('every job has ended', async () => (await count('live')) === 0, TEST_MS)

  const short = JOBS - ACCOUNTS * openingCredits
  expect(await count('done')).toBe(ACCOUNTS * openingCredits)
  expect(await count('error')).toBe(short)
  const { rows: ledger } = await database.pool.query(
    `select count(*)::int as entries, count(distinct job_id)::int as jobs, sum(credits)::int as credits
       from credit_entries where kind = 'charge'`,
  )
  const paid = ACCOUNTS * openingCredits
  expect(ledger).toEqual([{ entries: paid, jobs: paid, credits: -paid }])
  const { rows: balances } = await database.pool.query(
    'select count(*)::int as n from accounts where credits <> 0',
  )
  expect(balances).toEqual([{ n: 0 }])
  const { rows: history } = await database.pool.query('select count(*)::int as n from generations')
  expect(history).toEqual([{ n: paid }])
  // Every step of a job ran once: one log of each kind.
  const { rows: logs } = await database.pool.query(
    `select kind, count(*)::int as n, count(distinct job_id)::int as jobs from generation_logs
       group by kind order by kind`,
  )
  const once = { n: paid, jobs: paid }
  expect(logs).toEqual([
    { kind: 'prompt', ...once },
    { kind: 'routing', ...once },
    { kind: 'validation', ...once },
  ])
  const { rows: left } = await database.pool.query(
    "select 1 from graphile_worker.jobs where task_identifier = 'generate'",
  )
  expect(left).toEqual([])
})

async function count(which: 'live' | 'done' | 'error'): Promise<number> {
  const statuses = which === 'live' ? ['queued', 'running'] : [which]
  const { rows } = await database.pool.query(
    'select count(*)::int as n from generation_jobs where status = any($1)',
    [statuses],
  )
  return rows[0].n
}
