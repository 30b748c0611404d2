// Engines that are too slow for one call, or never respond, and a machine that fails temporarily: the waiting caller
// and the queued job end in the same way, and paid work is not abandoned early.

import { afterEach, describe, expect, test } from 'bun:test'
import { generationLeaseOf } from '../../server/domain/base/ids/generation-job.ts'
import { runQueuedJob } from '../../server/domain/generation/run/run-generation.ts'
import { startTextGeneration } from '../../server/domain/generation/start-generation.ts'
import {
  engineCube,
  openGenerationService,
  refined,
  succeeded,
  usePerson,
} from '../../testing/engines/generation.ts'
import { shortTimers } from '../../testing/service/short-timers.ts'
import { use } from '../../testing/use.ts'

const LOOK_MS = 60_000
const ENGINE_MS = 15 * 60_000
const LOST_MS = 30 * 60_000
/** A create call waits for the rest of ENGINE_MS, a few milliseconds less, so its timeout is not included. */
const isFileTimeout = (ms: number) => ms > 2 * LOOK_MS && ms < ENGINE_MS - LOOK_MS

const service = use(openGenerationService)
const person = usePerson(service)
let restore: (() => void)[] = []
afterEach(() => {
  for (const back of restore) back()
  restore = []
})

const never = new AbortController().signal
const silence = () => new Promise<never>(() => {})

/** Returns the end of a generation, from the waiting caller's response or from the queued job's row. */
const ways = {
  waiting: async () => {
    const response = await service.post('/api/generate', person, { prompt: 'a cup' })
    const body = await response.json()
    return response.ok ? { kind: 'done', url: body.modelUrl } : { kind: 'error', said: body.error }
  },
  queued: async () => {
    const request = { prompt: 'a cup', mode: 'fast_draft' } as const
    const started = await startTextGeneration(service.deps, person, request)
    if (!started.ok) throw new Error('not started')
    const { jobId } = started.value
    for (let runs = 0; runs < 10; runs += 1) {
      await runQueuedJob(service.deps, jobId, never)
      const job = await service.deps.generationJobs.read(jobId)
      if (job?.result) return { kind: 'done', url: job.result.modelUrl }
      if (job?.failure) return { kind: 'error', said: JSON.stringify(job.failure) }
    }
    throw new Error('it never ended')
  },
} as const

const moved = async () => (await service.ledger(person)).map(({ credits }) => credits)
const made = () => service.engine.calls.filter((call) => call === 'start').length

describe.each(['waiting', 'queued'] as const)('%s', (way) => {
  test('polls that take longer than a minute do not end the job', async () => {
    restore.push(shortTimers((ms) => ([LOOK_MS, 2_000, 4_000, 8_000].includes(ms) ? 20 : ms)))
    let looks = 0
    service.engine.script.read = () => {
      looks += 1
      return looks < 4 ? silence() : succeeded
    }
    expect(await ways[way]()).toMatchObject({ kind: 'done' })
    expect(await moved()).toEqual([-1])
    expect(made()).toBe(1)
  })

  test('a file that does not arrive is named as the cause, and the credit is refunded', async () => {
    restore.push(shortTimers((ms) => (isFileTimeout(ms) ? 20 : ms)))
    service.engine.script.download = silence
    const ended = await ways[way]()
    expect(ended.kind).toBe('error')
    expect(ended.said).toContain('could not be fetched')
    expect(await moved()).toEqual([-1, 1])
  })

  test('a missing preview has no other effect', async () => {
    restore.push(shortTimers((ms) => (isFileTimeout(ms) ? 200 : ms)))
    service.engine.script.read = () => refined
    service.engine.script.download = (_task, _signal, what) =>
      what === 'preview' ? silence() : engineCube
    expect(await ways[way]()).toMatchObject({ kind: 'done' })
    expect(await moved()).toEqual([-1])
  })

  test('the wait for an engine that never responds to a create call is bounded', async () => {
    restore.push(shortTimers((ms) => (ms > ENGINE_MS - LOOK_MS && ms <= ENGINE_MS ? 20 : ms)))
    service.engine.script.start = silence
    const ended = await ways[way]()
    expect(ended.said).toContain('did not answer')
    expect(await moved()).toEqual([-1, 1])
    expect(made()).toBe(1)
  })

  test('a step that fails twice is tried a third time, and one that fails three times is abandoned', async () => {
    restore.push(shortTimers((ms) => (ms === 5_000 ? 5 : ms)))
    let looks = 0
    service.engine.script.read = () => {
      looks += 1
      return looks < 3 ? Promise.reject(new Error('a broken machine')) : succeeded
    }
    expect(await ways[way]()).toMatchObject({ kind: 'done' })
    expect(await moved()).toEqual([-1])
    service.engine.script.read = () => Promise.reject(new Error('a broken machine'))
    const ended = await ways[way]()
    expect(ended.said).toContain('on our side')
    expect(ended.said).not.toContain('broken machine')
    expect(await moved()).toEqual([-1, -1, 1])
  })
})

test('a waiting caller gets a response once the job counts as lost, even when no worker ends it', async () => {
  restore.push(shortTimers((ms) => (ms === LOST_MS ? 300 : ms === 1_000 ? 20 : ms)))
  service.engine.script.read = silence
  setTimeout(() => service.advance(LOST_MS / 1000 + 1), 200)
  const ended = await ways.waiting()
  expect(ended.kind).toBe('error')
  expect(await moved()).toEqual([-1, 1])
})

test('a job whose lease another process took and died with also ends for its caller', async () => {
  restore.push(shortTimers((ms) => (ms === 1_000 ? 20 : ms)))
  service.engine.script.download = async () => {
    const taken = {
      lease: generationLeaseOf(crypto.randomUUID()),
      leased_until: new Date(Date.now() + 3_600_000),
    }
    await service.db
      .updateTable('generation_jobs')
      .set(taken)
      .where('account_id', '=', person.accountId)
      .execute()
    setTimeout(() => service.advance(LOST_MS / 1000 + 1), 200)
    return engineCube
  }
  const ended = await ways.waiting()
  expect(ended.kind).toBe('error')
  expect(await moved()).toEqual([-1, 1])
})
