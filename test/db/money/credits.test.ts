// Credits and jobs in a real PostgreSQL: no balance below zero, one charge and one refund for each job, and no write
// without the lease.

import { beforeEach, describe, expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { ensureAccount } from '../../../server/db/accounts/accounts.ts'
import { createCredits } from '../../../server/db/generation/credits.ts'
import { createGenerationJobs } from '../../../server/db/generation/generation-jobs.ts'
import { type AccountId, accountIdOf } from '../../../server/domain/base/caller.ts'
import {
  type GenerationJobId,
  type GenerationLease,
  generationJobIdOf,
  generationLeaseOf,
} from '../../../server/domain/base/ids/generation-job.ts'
import {
  creditCost,
  openingCredits,
} from '../../../server/domain/generation/request/credit-cost.ts'
import type { GenerationFailure } from '../../../server/domain/generation/request/failure.ts'
import { defaultOptions } from '../../../server/domain/generation/request/options.ts'
import type { GenerationRequest } from '../../../server/domain/generation/request/request.ts'
import { use, useDatabase } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const database = useDatabase({ poolSize: 20 })
const jobs = use(() => createGenerationJobs(database.db, console))
const credits = use(() => createCredits(database.db))
let accountId: AccountId
beforeEach(async () => {
  accountId = accountIdOf(randomUUID())
  await ensureAccount(database.db, accountId, `${accountId}@example.com`)
})

const request: GenerationRequest = {
  mode: 'fast_draft',
  inputMode: 'text',
  prompt: 'a cup',
  style: null,
  options: defaultOptions,
  retextureOf: null,
}
const now = () => new Date()
const failure: GenerationFailure = { kind: 'engine_failed', message: 'No.' }

/** Creates a job under a lease of this test. */
async function held(owner = accountId): Promise<{ id: GenerationJobId; lease: GenerationLease }> {
  const [id, lease] = [generationJobIdOf(randomUUID()), generationLeaseOf(randomUUID())]
  await jobs.add({ id, accountId: owner, createdAt: now(), body: null, request, leaseId: lease })
  return { id, lease }
}
const charge = (
  { id, lease }: { id: GenerationJobId; lease: GenerationLease },
  cost = creditCost(request),
) => jobs.charge(id, lease, { credits: cost, request })
const ledgerOf = async (id: GenerationJobId) =>
  database.db
    .selectFrom('credit_entries')
    .select(['kind', 'credits'])
    .where('job_id', '=', id)
    .orderBy('id')
    .execute()
const lapse = (id: GenerationJobId) =>
  database.pool.query(
    "update generation_jobs set leased_until = now() - interval '1 s' where id = $1",
    [id],
  )

/** Expects that every balance equals the ledger. */
async function expectBalanced(): Promise<void> {
  const { rows } = await database.pool.query(
    `select a.id from accounts a left join credit_entries e on e.account_id = a.id
     group by a.id having a.credits <> coalesce(sum(e.credits), 0) or a.credits < 0`,
  )
  expect(rows).toEqual([])
}

test('64 concurrent charges take exactly the balance', async () => {
  const paid = openingCredits / creditCost(request)
  const all = await Promise.all(Array.from({ length: 64 }, () => held()))
  const responses = await Promise.all(all.map((job) => charge(job)))
  const count = (kind: string) => responses.filter((response) => response.kind === kind).length
  expect([count('charged'), count('insufficient'), count('lease_lost')]).toEqual([
    paid,
    64 - paid,
    0,
  ])
  expect(await credits.read(accountId)).toBe(0)
  await expectBalanced()
})

test('charges of different sizes never take more than the balance', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, () => held()))
  const responses = await Promise.all(
    all.map(async (job, at) => ({ cost: 1 + (at % 4), response: await charge(job, 1 + (at % 4)) })),
  )
  const taken = responses.flatMap(({ cost, response }) =>
    response.kind === 'charged' ? [cost] : [],
  )
  const sum = taken.reduce((total, cost) => total + cost, 0)
  expect(sum).toBeLessThanOrEqual(openingCredits)
  expect(await credits.read(accountId)).toBe(openingCredits - sum)
  await expectBalanced()
})

test('a refusal states the balance', async () => {
  expect((await charge(await held(), 3)).kind).toBe('charged')
  const left = openingCredits - 3
  expect(await charge(await held(), left + 1)).toEqual({ kind: 'insufficient', available: left })
  expect(await credits.read(accountIdOf(randomUUID()))).toBe(0)
})

test('a job is charged once, however often it is requested', async () => {
  const job = await held()
  const responses = await Promise.all(Array.from({ length: 10 }, () => charge(job, 2)))
  expect(responses.filter(({ kind }) => kind === 'charged')).toHaveLength(1)
  expect(responses.filter(({ kind }) => kind === 'lease_lost')).toHaveLength(9)
  expect(await ledgerOf(job.id)).toEqual([{ kind: 'charge', credits: -2 }])
})

verifies(
  'gen.states.refund',
  'a job that fails many times concurrently refunds its credits once',
  async () => {
    const job = await held()
    await charge(job, 3)
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        jobs.fail(job.id, at % 2 === 0 ? job.lease : null, { failure, now: now() }),
      ),
    )
    expect(ends.filter((ended) => ended)).toHaveLength(1)
    expect(await ledgerOf(job.id)).toEqual([
      { kind: 'charge', credits: -3 },
      { kind: 'refund', credits: 3 },
    ])
    expect(await credits.read(accountId)).toBe(openingCredits)
    await expectBalanced()
  },
)

test('a refund is credited to its account only', async () => {
  const neighbor = accountIdOf(randomUUID())
  await ensureAccount(database.db, neighbor, `${neighbor}@example.com`)
  const job = await held()
  await charge(job, 3)
  await jobs.fail(job.id, job.lease, { failure, now: now() })
  expect(await credits.read(accountId)).toBe(openingCredits)
  expect(await credits.read(neighbor)).toBe(openingCredits)
})

test('a job that was never charged refunds nothing', async () => {
  const job = await held()
  await jobs.fail(job.id, job.lease, { failure, now: now() })
  expect(await ledgerOf(job.id)).toEqual([])
  expect(await credits.read(accountId)).toBe(openingCredits)
})

test('the ledger accepts no second charge or refund of a job', async () => {
  const job = await held()
  await charge(job)
  for (const [kind, sign] of [
    ['charge', '-1'],
    ['refund', '1'],
  ]) {
    const insert = () =>
      database.pool.query(
        `with entry as (insert into credit_entries (account_id, job_id, kind, credits) values ($1, $2, '${kind}', ${sign}))
         update accounts set credits = credits + ${sign} where id = $1`,
        [accountId, job.id],
      )
    if (kind === 'refund') await insert()
    await expect(insert()).rejects.toThrow('unique')
  }
})

describe('the lease', () => {
  test('of a live process excludes others, and an expired one can be taken', async () => {
    const job = await held()
    expect(await jobs.claim(job.id, generationLeaseOf(randomUUID()), now())).toBeNull()
    await lapse(job.id)
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => jobs.claim(job.id, generationLeaseOf(randomUUID()), now())),
    )
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })

  test('that was lost allows no write at all', async () => {
    const job = await held()
    await lapse(job.id)
    const next = await jobs.claim(job.id, generationLeaseOf(randomUUID()), now())
    expect(next).not.toBeNull()
    const { id, lease } = job
    expect(await jobs.renew(id, lease)).toBe(false)
    expect(await jobs.save(id, lease, { stage: 'repairing', createInFlight: true })).toBe(false)
    expect(await jobs.reschedule(id, lease, 0)).toBe(false)
    expect(await charge(job)).toEqual({ kind: 'lease_lost' })
    expect(await jobs.fail(id, lease, { failure, now: now() })).toBe(false)
    expect(await jobs.recordCrash(id, lease)).toBe(0)
    const { rows } = await database.pool.query(
      'select stage, creating, status, broken_runs from generation_jobs where id = $1',
      [id],
    )
    expect(rows).toEqual([
      { stage: 'enhancing', creating: false, status: 'running', broken_runs: 0 },
    ])
  })

  test('of a finished job cannot be taken', async () => {
    const job = await held()
    await jobs.fail(job.id, job.lease, { failure, now: now() })
    expect(await jobs.claim(job.id, generationLeaseOf(randomUUID()), now())).toBeNull()
    expect(await jobs.renew(job.id, job.lease)).toBe(false)
  })
})

describe('abandoned jobs', () => {
  // No lease of an earlier test expires during these tests.
  beforeEach(() =>
    database.pool.query(
      "update generation_jobs set leased_until = now() + interval '1 hour' where leased_until is not null",
    ),
  )
  const queued = async () => {
    const { rows } = await database.pool.query(
      "select key from graphile_worker.jobs where task_identifier = 'generate'",
    )
    return rows.map(({ key }) => key)
  }

  test('are queued again once their lease expires, and not before', async () => {
    const job = await held()
    expect(await jobs.requeueAbandoned()).toBe(0)
    await lapse(job.id)
    expect(await jobs.requeueAbandoned()).toBe(1)
    expect(await queued()).toContain(`generate:${job.id}`)
    expect(await jobs.requeueAbandoned()).toBe(0)
  })

  test('are requeued when the queue gave them to a worker that never leased them', async () => {
    const id = generationJobIdOf(randomUUID())
    const body = { contentType: 'application/json', source: { text: '{}' } }
    await jobs.add({ id, accountId, createdAt: now(), body, request: null, leaseId: null })
    const lock = (seconds: number) =>
      database.pool.query(
        `update graphile_worker._private_jobs set locked_by = 'a dead worker',
         locked_at = now() - make_interval(secs => $1) where key = $2`,
        [seconds, `generate:${id}`],
      )
    await lock(5)
    expect(await jobs.requeueAbandoned()).toBe(0)
    await lock(15)
    expect(await jobs.requeueAbandoned()).toBe(1)
    const { rows } = await database.pool.query(
      'select locked_by from graphile_worker._private_jobs where key = $1',
      [`generate:${id}`],
    )
    expect(rows).toEqual([{ locked_by: null }])
  })
})
