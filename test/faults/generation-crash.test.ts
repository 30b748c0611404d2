// A process that dies before or after each single write of a generation, in turn: the next process ends the job with
// the right credits, and the engine makes at most one model.

import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { GenerationJobId } from '../../server/domain/base/ids/generation-job.ts'
import type { GenerationJobs } from '../../server/domain/generation/run/ports.ts'
import { runQueuedJob } from '../../server/domain/generation/run/run-generation.ts'
import { startTextGeneration } from '../../server/domain/generation/start-generation.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import {
  MODEL_URL,
  openGenerationService,
  type TestPerson,
} from '../../testing/engines/generation.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { use } from '../../testing/use.ts'

setDefaultTimeout(slowTestMs)

const service = use(openGenerationService)
let person: TestPerson
beforeEach(async () => {
  service.engine.reset()
  // An engine of two steps: two calls that cost money.
  service.engine.script.read = (task) =>
    task.step === 0
      ? { kind: 'step_done', task }
      : { kind: 'succeeded', modelUrl: MODEL_URL, previewUrl: null, expiresAt: null }
  person = await service.person({ credits: 5 })
})

const never = new AbortController().signal

class Dead extends Error {}

/** Returns the ports of a process that dies at its `at`-th call; its later calls have no effect. */
function mortal(deps: Deps, at: number, when: 'before' | 'after') {
  const calls: string[] = []
  let isDead = false
  const die = () => {
    isDead = true
    throw new Dead()
  }
  const guarded = Object.fromEntries(
    Object.entries(deps.generationJobs).map(([name, call]) => [
      name,
      async (...args: unknown[]) => {
        if (isDead) throw new Dead()
        calls.push(name)
        if (calls.length === at && when === 'before') die()
        const response = await Reflect.apply(call, null, args)
        if (calls.length === at) die()
        return response
      },
    ]),
  ) as unknown as GenerationJobs
  return { deps: { ...deps, generationJobs: guarded }, calls, isDead: () => isDead }
}

async function queuedJob(): Promise<GenerationJobId> {
  const started = await startTextGeneration(service.deps, person, {
    prompt: 'a cup',
    mode: 'fast_draft',
  })
  if (!started.ok) throw new Error('not started')
  return started.value.jobId
}

/** Lets the lease of the dead process expire and another worker take the job, as often as needed. */
async function goOn(id: GenerationJobId): Promise<string> {
  for (let runs = 0; runs < 5; runs += 1) {
    await service.service.database.pool.query(
      "update generation_jobs set leased_until = now() - interval '1 s' where id = $1 and lease is not null",
      [id],
    )
    await runQueuedJob(service.deps, id, never)
    const job = await service.deps.generationJobs.read(id)
    if (job?.status === 'done' || job?.status === 'error') return job.status
  }
  throw new Error('it never ended')
}

async function expectBooks(status: string): Promise<void> {
  const made = (call: string) => service.engine.calls.filter((one) => one === call).length
  expect(made('start')).toBeLessThanOrEqual(1)
  expect(made('next')).toBeLessThanOrEqual(1)
  const moved = (await service.ledger(person)).map(({ credits }) => credits)
  expect(moved).toEqual(status === 'done' ? [-1] : [-1, 1])
  expect(await service.credits(person)).toBe(status === 'done' ? 4 : 5)
}

test.each(['before', 'after'] as const)('death %s any write of a generation', async (when) => {
  const ends: Record<string, string[]> = { done: [], error: [] }
  for (let at = 1; ; at += 1) {
    service.engine.asked.length = 0
    service.engine.calls.length = 0
    person = await service.person({ credits: 5 })
    const id = await queuedJob()
    const { deps, calls, isDead } = mortal(service.deps, at, when)
    await runQueuedJob(deps, id, never).catch((error) => {
      if (!(error instanceof Dead)) throw error
    })
    if (!isDead()) {
      // The process survived: every write has been tested.
      expect(at).toBeGreaterThan(12)
      break
    }
    const status = await goOn(id)
    ends[status]?.push(`${calls.at(-1)} ${at}`)
    await expectBooks(status)
  }
  // Only around the two calls that cost money is the result unknown.
  expect(ends['error']).toHaveLength(2)
  expect(ends['error']?.every((name) => name.startsWith('save'))).toBe(true)
})

test('a slow process changes nothing after another one has taken over', async () => {
  const id = await queuedJob()
  const slow = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const { download } = service.engine.script
  let downloads = 0
  service.engine.script.download = async (task, signal, what) => {
    downloads += 1
    if (downloads === 1) {
      reached.resolve()
      await slow.promise
    }
    return download(task, signal, what)
  }
  const first = runQueuedJob(service.deps, id, never)
  await reached.promise
  expect(await goOn(id)).toBe('done')
  const before = await service.deps.generationJobs.read(id)
  slow.resolve()
  await first
  expect(await service.deps.generationJobs.read(id)).toEqual(before)
  await expectBooks('done')
  const history = await service.db
    .selectFrom('generations')
    .select('id')
    .where('id', '=', id)
    .execute()
  expect(history).toHaveLength(1)
})
