// Background generations: start, status, active; how a job runs, ends and is abandoned.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { generationJobIdOf } from '../../../server/domain/base/ids/generation-job.ts'
import { generationJobRow } from '../../../testing/database/rows.ts'
import {
  engineCube,
  type GenerationService,
  generationForm,
  openGenerationService,
  pictureBytes,
  succeeded,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { until } from '../../../testing/service/until.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = use(openGenerationService)
const person = usePerson(service)
let worker: Awaited<ReturnType<GenerationService['service']['startWorker']>> | null = null
beforeEach(async () => {
  // Deletes jobs that an earlier test left in the queue.
  await service.service.database.pool.query('delete from graphile_worker._private_jobs')
})
afterEach(async () => {
  await worker?.stop()
  worker = null
})

const work = async () => {
  worker = await service.service.startWorker()
}

// biome-ignore lint/suspicious/noExplicitAny: the response is what is being checked
type Answer = Record<string, any>

async function start(body: Parameters<GenerationService['post']>[2]): Promise<string> {
  const response = await service.post('/api/generate/start', person, body)
  expect(response.status).toBe(200)
  return (await response.json()).jobId
}

async function status(jobId: string, who = person): Promise<[number, Answer]> {
  const path = `/api/generate/status?jobId=${jobId}`
  const response = await service.fetch(path, { headers: who.session })
  return [response.status, await response.json()]
}

async function ended(jobId: string): Promise<Answer> {
  let job: Answer = {}
  await until(async () => {
    job = (await status(jobId))[1]
    return job['status'] === 'done' || job['status'] === 'error'
  })
  return job
}

const active = async (headers: Record<string, string>) => {
  const response = await service.fetch('/api/generate/active', { headers })
  return [response.status, await response.json()]
}

verifies(
  [
    'gen.start.answer',
    'gen.states.queued',
    'gen.start.charged-by-run',
    'gen.job.id',
    'gen.job.user-email',
    'gen.job.created-at',
    'gen.status.job',
  ],
  async () => {
    const before = Date.now()
    const response = await service.post('/api/generate/start', person, { prompt: 'a cup' })
    const started = await response.json()
    expect([response.status, started]).toEqual([
      200,
      { jobId: expect.any(String), status: 'queued' },
    ])
    const [code, job] = await status(started.jobId)
    expect([code, job]).toEqual([
      200,
      {
        id: started.jobId,
        userEmail: person.email,
        status: 'queued',
        createdAt: expect.any(Number),
        progress: { ahead: expect.any(Number), canCancel: true },
      },
    ])
    expect(job['createdAt']).toBeGreaterThanOrEqual(before)
    expect(job['createdAt']).toBeLessThanOrEqual(Date.now())
    expect(await service.credits(person)).toBe(5)
    expect(service.engine.calls).toEqual([])
  },
)

verifies(
  [
    'gen.states.running',
    'gen.states.done',
    'gen.job.status',
    'gen.job.started-at',
    'gen.job.completed-at',
    'gen.job.result',
  ],
  async () => {
    const going = Promise.withResolvers<void>()
    service.engine.script.download = async () => {
      await going.promise
      return engineCube
    }
    const jobId = await start({ prompt: 'a cup', mode: 'hi_fi' })
    await work()
    await until(() => service.engine.calls.includes('download'))
    const [, running] = await status(jobId)
    expect(running).toEqual({
      id: jobId,
      userEmail: person.email,
      status: 'running',
      stage: 'downloading',
      createdAt: expect.any(Number),
      startedAt: expect.any(Number),
      progress: { secondsLeft: 10, canCancel: false },
    })
    going.resolve()
    const done = await ended(jobId)
    expect(done).toMatchObject({ status: 'done', startedAt: running['startedAt'] })
    expect(done['completedAt']).toBeGreaterThanOrEqual(done['startedAt'])
    expect(done['error']).toBeUndefined()
    expect(done['result']).toMatchObject({ mode: 'hi_fi', creditsCharged: 2, generationId: jobId })
    // The complete body of the synchronous endpoint, field for field.
    const sync = await service.post('/api/generate', person, { prompt: 'a cup', mode: 'hi_fi' })
    const body: Answer = await sync.json()
    expect(Object.keys(done['result']).toSorted()).toEqual(Object.keys(body).toSorted())
    const { taskId, generationId, agent, ...same } = body
    expect(done['result']).toMatchObject(same)
  },
)

verifies('gen.states.stages', 'a job goes through the stages in their order', async () => {
  const seen: unknown[] = []
  const { generationJobs } = service.deps
  let jobId = ''
  const look = async () => {
    const [, job] = await status(jobId)
    if (job['status'] === 'running' && seen.at(-1) !== job['stage']) seen.push(job['stage'])
  }
  // A caller that polls before and after each write.
  service.replace({
    generationJobs: {
      save: async (...saved) => {
        await look()
        const result = await generationJobs.save(...saved)
        await look()
        return result
      },
    },
  })
  jobId = await start({ prompt: 'a cup' })
  await work()
  await ended(jobId)
  expect(seen).toEqual(['enhancing', 'generating', 'downloading', 'repairing', 'measuring'])
})

test('the status shows the progress of a job and the number of jobs before it', async () => {
  const first = await start({ prompt: 'a cup' })
  const second = await start({ prompt: 'a bowl' })
  const [, sooner] = await status(first)
  const [, waiting] = await status(second)
  // Other tests leave jobs in the queue.
  expect(waiting).toMatchObject({
    status: 'queued',
    progress: { ahead: sooner['progress'].ahead + 1 },
  })
  expect(waiting['progress']).not.toHaveProperty('secondsLeft')
  let isDone = false
  service.engine.script.read = () =>
    isDone ? succeeded : { kind: 'running', percent: 40, ahead: 2 }
  await work()
  await until(async () => (await status(first))[1]['progress'].percent === 40)
  const [, running] = await status(first)
  expect(running).toMatchObject({ status: 'running', progress: { percent: 40, ahead: 2 } })
  const { secondsLeft } = running['progress']
  expect([secondsLeft > 0, secondsLeft % 5]).toEqual([true, 0])
  const page = await service.fetch(`/models/${first}`, { headers: person.session })
  const html = await page.text()
  expect(html).toContain('2 before it at the engine, 40 % done, about ')
  expect(html).toContain(' left')
  isDone = true
  expect(await ended(first)).not.toHaveProperty('progress')
  await ended(second)
}, 30_000)

describe('the body', () => {
  verifies('gen.start.same-body', async () => {
    const several = [
      { field: 'images', name: 'a.png' },
      { field: 'images', name: 'b.png' },
    ] as const
    const form = { inputMode: 'multiview', prompt: 'a cup', mode: 'hi_fi', meshQuality: 'high' }
    const pictures = several.map((view, at) => ({ ...view, bytes: 3_000_000 + at }))
    await service.setCredits(person, 9)
    const jobId = await start(generationForm(form, pictures))
    const parts = () =>
      service.db
        .selectFrom('generation_bodies')
        .select('part')
        .where('job_id', '=', generationJobIdOf(jobId))
        .execute()
    expect((await parts()).length).toBeGreaterThan(5)
    await work()
    // 2 + 1 + 1.
    expect((await ended(jobId))['result']).toMatchObject({
      inputMode: 'multiview',
      creditsCharged: 4,
    })
    expect(service.engine.asked).toMatchObject([
      {
        inputMode: 'multiview',
        mode: 'hi_fi',
        options: { meshQuality: 'high' },
        images: [
          { fileName: 'a.png', sizeBytes: 57 },
          { fileName: 'b.png', sizeBytes: 57 },
        ],
      },
    ])
    // Bytes after IEND are cut off.
    const bytes = pictureBytes(57)
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    expect(service.engine.asked[0]?.images[0]?.sha256).toBe(sha256)
    expect(await parts()).toEqual([])
  })

  test('that the synchronous endpoint would refuse ends the job with the same words', async () => {
    await work()
    for (const [body, error] of [
      ['{', 'invalid json body'],
      [{ prompt: '' }, 'prompt is required'],
      [generationForm({}), 'image file is required'],
      [generationForm({ inputMode: 'x' }), 'invalid input mode'],
    ] as const) {
      expect(await ended(await start(body))).toMatchObject({ status: 'error', error })
    }
    expect(await service.ledger(person)).toEqual([])
  })
})

describe('a job that fails', () => {
  verifies(
    ['gen.states.error', 'gen.job.error', 'gen.status.failed-is-200', 'gen.states.refund'],
    async () => {
      service.engine.script.read = () => ({ kind: 'failed', message: 'It could not be made.' })
      const jobId = await start({ prompt: 'a cup' })
      await work()
      await ended(jobId)
      expect(await status(jobId)).toEqual([
        200,
        {
          id: jobId,
          userEmail: person.email,
          status: 'error',
          createdAt: expect.any(Number),
          startedAt: expect.any(Number),
          completedAt: expect.any(Number),
          error: 'It could not be made.',
        },
      ])
      expect(await service.ledger(person)).toEqual([
        { kind: 'charge', credits: -1 },
        { kind: 'refund', credits: 1 },
      ])
      expect(await service.credits(person)).toBe(5)
    },
  )

  test('for lack of credits or because of its prompt costs nothing', async () => {
    await work()
    await service.setCredits(person, 0)
    expect(await ended(await start({ prompt: 'a cup' }))).toMatchObject({
      status: 'error',
      error: 'no_credits',
      creditsRequired: 1,
      creditsAvailable: 0,
    })
    expect(await ended(await start({ prompt: 'forbidden' }))).toMatchObject({ error: 'nsfw' })
    expect(await service.ledger(person)).toEqual([])
  })

  test('because of an error of the service is retried, and abandoned after three attempts', async () => {
    service.engine.script.read = () => Promise.reject(new Error('a bug'))
    const jobId = await start({ prompt: 'a cup' })
    await work()
    for (const runs of [1, 2]) {
      await until(async () => (await brokenRuns(jobId)) === runs)
      await service.service.database.pool.query(
        "update graphile_worker._private_jobs set run_at = now() - interval '1 second'",
      )
    }
    const job = await ended(jobId)
    expect(job).toMatchObject({ status: 'error' })
    expect(job['error']).not.toContain('a bug')
    expect(service.engine.calls).toEqual(['start', 'read', 'read', 'read'])
    expect(await service.credits(person)).toBe(5)
  })
})

const brokenRuns = async (id: string) => (await generationJobRow(service.db, id)).broken_runs

describe('a job that no worker finishes', () => {
  const halfAnHour = 30 * 60

  verifies('gen.states.orphan', async () => {
    const queued = await start({ prompt: 'a cup' })
    service.advance(halfAnHour - 5)
    expect((await status(queued))[1]['status']).toBe('queued')
    service.advance(10)
    // Without a worker, the next status request ends the job.
    expect((await status(queued))[1]).toMatchObject({
      status: 'error',
      error: 'Generation was interrupted and did not finish.',
      completedAt: expect.any(Number),
    })
    service.advance(-halfAnHour - 5)
    // A worker ends a running job and refunds its credits.
    const hung = Promise.withResolvers<void>()
    service.engine.script.download = async () => {
      await hung.promise
      return engineCube
    }
    const running = await start({ prompt: 'a cup' })
    await work()
    await until(() => service.engine.calls.includes('download'))
    expect(await service.credits(person)).toBe(4)
    service.advance(halfAnHour + 5)
    await until(async () => (await service.credits(person)) === 5)
    service.advance(-halfAnHour - 5)
    hung.resolve()
    expect((await status(running))[1]).toMatchObject({
      status: 'error',
      error: 'Generation was interrupted and did not finish.',
    })
    // The slow run resumes and changes nothing.
    await worker?.stop()
    worker = null
    expect((await status(running))[1]['status']).toBe('error')
    expect(await service.credits(person)).toBe(5)
  })

  verifies('gen.active.orphans-ignored', async () => {
    await start({ prompt: 'a cup' })
    service.advance(halfAnHour + 1)
    expect(await active(person.session)).toEqual([200, { active: false }])
    service.advance(-halfAnHour - 1)
    expect((await active(person.session))[1]).toMatchObject({ active: true })
  })
})

describe('active', () => {
  verifies(
    ['gen.active.signed-out', 'auth.token.not-generate-active', 'proxy.session-only'],
    async () => {
      await start({ prompt: 'a cup' })
      for (const headers of [{}, person.token, { cookie: 'better-auth.session_token=x' }]) {
        expect(await active(headers)).toEqual([200, { active: false }])
      }
    },
  )

  verifies(
    ['gen.active.live', 'gen.active.most-recent', 'auth.session.generate-active'],
    async () => {
      expect(await active(person.session)).toEqual([200, { active: false }])
      await start({ prompt: 'a cup' })
      await Bun.sleep(2)
      const newest = await start({ prompt: 'a pot' })
      const [, { createdAt }] = await status(newest)
      expect(await active(person.session)).toEqual([
        200,
        { active: true, jobId: newest, status: 'queued', createdAt },
      ])
      await work()
      await ended(newest)
      await until(async () => (await active(person.session))[1].active === false)
    },
  )
})

describe('status', () => {
  verifies('gen.error.job-id', async () => {
    for (const query of ['', '?jobId=', '?jobid=x']) {
      const headers = person.session
      const response = await service.fetch(`/api/generate/status${query}`, { headers })
      expect([response.status, await response.json()]).toEqual([400, { error: 'jobId required' }])
    }
  })

  verifies('gen.error.unknown-job', async () => {
    for (const jobId of [crypto.randomUUID(), 'x', '%00', "' or 1=1", 'x'.repeat(5000)]) {
      expect(await status(encodeURIComponent(jobId))).toEqual([404, { error: 'not found' }])
    }
  })

  verifies('gen.error.foreign-job', async () => {
    const jobId = await start({ prompt: 'a cup' })
    const other = await service.person()
    expect(await status(jobId, other)).toEqual([403, { error: 'forbidden' }])
  })
})

test('between two polls of a slow engine a job has no lease, and the interval grows', async () => {
  let looks = 0
  service.engine.script.read = () => {
    looks += 1
    return looks < 3 ? { kind: 'running', percent: 10 } : succeeded
  }
  const jobId = await start({ prompt: 'a cup' })
  await work()
  await until(() => looks === 1)
  const row = () => generationJobRow(service.db, jobId)
  await until(async () => (await row()).lease === null)
  const { rows } = await service.service.database.pool.query(
    'select extract(epoch from run_at - now())::float8 as wait from graphile_worker.jobs where key = $1',
    [`generate:${jobId}`],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].wait).toBeLessThanOrEqual(2)
  expect(await ended(jobId)).toMatchObject({ status: 'done' })
  expect(service.engine.calls).toEqual(['start', 'read', 'read', 'read', 'download'])
})

test('a stopped worker releases its job, and the next worker finishes it', async () => {
  let downloads = 0
  service.engine.script.download = async (_task, signal) => {
    downloads += 1
    if (downloads > 1) return engineCube
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    return engineCube
  }
  const jobId = await start({ prompt: 'a cup' })
  await work()
  await until(() => downloads === 1)
  await worker?.stop()
  const row = await generationJobRow(service.db, jobId)
  expect(row).toMatchObject({ status: 'running', lease: null, broken_runs: 0 })
  await work()
  expect(await ended(jobId)).toMatchObject({ status: 'done' })
  expect(service.engine.calls.filter((call) => call === 'start')).toHaveLength(1)
  expect(await service.credits(person)).toBe(4)
})

test('a caller that disconnects finds the generation as a job', async () => {
  const going = Promise.withResolvers<void>()
  service.engine.script.download = async () => {
    await going.promise
    return engineCube
  }
  const response = service.post('/api/generate', person, { prompt: 'a cup' })
  await until(() => service.engine.calls.includes('download'))
  const [, { jobId, status: state }] = await active(person.session)
  expect(state).toBe('running')
  going.resolve()
  const { generationId } = await (await response).json()
  expect(generationId).toBe(jobId)
  expect((await status(jobId))[1]).toMatchObject({ status: 'done', result: { generationId } })
})

test('a run that cannot pick up its job is logged', async () => {
  service.replace({
    generationJobs: {
      claim: () => Promise.reject(new Error('no table of jobs')),
    },
  })
  const jobId = await start({ prompt: 'a cup' })
  await work()
  const logged = () => service.logs().find(({ event }) => event === 'generation.run_failed')
  await until(() => logged() !== undefined)
  expect(logged()).toMatchObject({ level: 'warn', id: jobId, attempt: 1 })
})
