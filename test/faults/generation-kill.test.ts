// kill -9 of the real server at each stage of a generation: the credits are correct, the job ends, and the vendor
// makes at most one model.

import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createAccounts } from '../../server/db/accounts/accounts.ts'
import { createExtensionToken } from '../../server/domain/accounts/extension-tokens.ts'
import { type AccountId, accountIdOf } from '../../server/domain/base/caller.ts'
import {
  type GenerationJobId,
  generationJobIdOf,
} from '../../server/domain/base/ids/generation-job.ts'
import {
  type EngineStandIns,
  startEngineStandIns,
} from '../../testing/engines/engine-stand-ins/start.ts'
import { openStage, type Stage } from '../../testing/faults/stage.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import { jsonPost } from '../../testing/service/requests.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { type GenerationKillPoint, generationKillPoints } from './generation-kill-points.ts'
import { killDuring } from './kill-points.ts'
import { useStages } from './stages.ts'

// The wait for a stage counts as well.
setDefaultTimeout(slowTestMs)
/** Time after the restart: the lease of the dead process has to expire, and an engine may be slow. */
const END_MS = 150_000
type GenerationStage = Stage & { readonly vendors: EngineStandIns }
const stages = useStages<GenerationStage>(5, async () => {
  const vendors = startEngineStandIns()
  const stage = await openStage({ webhooks: 'off', env: vendors.env })
  const close = async () => {
    await stage.close()
    await vendors.close()
  }
  return { ...stage, vendors, close }
})

describe('killed in the background', () => {
  test.concurrent.each(generationKillPoints.map((point) => [point.name, point] as const))(
    '%s',
    (_name, point) => stages.run('off', (stage) => killAt(stage, point, '/api/generate/start')),
  )
})

describe('killed while the caller waits', () => {
  const some = generationKillPoints.filter(({ name }) =>
    /asked|made|slow|end is written/.test(name),
  )
  test.concurrent.each(some.map((point) => [point.name, point] as const))('%s', (_name, point) =>
    stages.run('off', (stage) => killAt(stage, point, '/api/generate')),
  )
})

type Job = { readonly id: string; readonly status: string; readonly error?: string }

async function killAt(
  stage: GenerationStage,
  point: GenerationKillPoint,
  path: string,
): Promise<void> {
  const { vendors } = stage
  const madeBefore = vendors.made.length
  const { accountId } = await stage.account()
  const headers = await tokenOf(stage, accountId)
  const prompt = `a small vase ${point.script ?? ''}`
  await killDuring(stage, point.hold, () =>
    fetch(`${stage.server.baseUrl}${path}`, jsonPost({ prompt }, headers)),
  )
  await stage.restart()
  const job = await endedJob(stage, accountIdOf(accountId), headers)
  expect(job).toMatchObject(
    point.becomes === 'done'
      ? { status: 'done' }
      : { status: 'error', error: 'Generation was interrupted and did not finish.' },
  )
  expect(vendors.made).toHaveLength(madeBefore + point.tasks)
  expect(vendors.violations).toEqual([])
  await expectBooks(stage, {
    point,
    accountId: accountIdOf(accountId),
    jobId: generationJobIdOf(job.id),
  })
}

async function expectBooks(
  { database: { db } }: Stage,
  of: { point: GenerationKillPoint; accountId: AccountId; jobId: GenerationJobId },
): Promise<void> {
  const { point, accountId, jobId } = of
  const isDone = point.becomes === 'done'
  const { credits } = await db
    .selectFrom('accounts')
    .select('credits')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  expect(credits).toBe(isDone ? 4 : 5)
  const ledger = await db
    .selectFrom('credit_entries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '<>', 'grant')
    .orderBy('id')
    .execute()
  expect(ledger.map((entry) => [entry.job_id, entry.credits])).toEqual(
    isDone
      ? [[jobId, -1]]
      : [
          [jobId, -1],
          [jobId, 1],
        ],
  )
  const history = await db
    .selectFrom('generations')
    .select('id')
    .where('account_id', '=', accountId)
    .execute()
  expect(history).toEqual(isDone ? [{ id: jobId }] : [])
  const left = await db.selectFrom('generation_bodies').select('job_id').execute()
  expect(left).toEqual([])
}

async function endedJob(
  { server, database }: Stage,
  accountId: AccountId,
  headers: HeadersInit,
): Promise<Job> {
  const row = await database.db
    .selectFrom('generation_jobs')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  let job: Job | null = null
  await waitUntil(
    'the generation has ended',
    async () => {
      const response = await fetch(`${server.baseUrl}/api/generate/status?jobId=${row.id}`, {
        headers,
      })
      job = await response.json()
      return job?.status === 'done' || job?.status === 'error'
    },
    END_MS,
  )
  if (job === null) throw new Error('unreachable')
  return job
}

async function tokenOf({ database }: Stage, accountId: string) {
  const deps = {
    accounts: createAccounts(database),
    ids: {
      uuid: () => crypto.randomUUID(),
      secretHex: (bytes: number) => crypto.getRandomValues(Buffer.alloc(bytes)).toString('hex'),
      randomInt: () => 0,
    },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  }
  const account = accountId as Parameters<typeof deps.accounts.read>[0]
  const caller = { kind: 'account', accountId: account, email: '', credential: 'session' } as const
  const token = await createExtensionToken(deps, caller, { name: 'a test' })
  if (!token.ok) throw new Error('no token was made')
  return { authorization: `Bearer ${token.value.token}`, 'content-type': 'application/json' }
}

const ignore = () => {}
