// A job that waits for capacity at a vendor, or in our queue: its pictures are uploaded once, and it ends before it
// becomes an orphan.
import { afterAll, afterEach, expect, test } from 'bun:test'
import { createEngines } from '../../../server/adapters/engines/create-engines.ts'
import { generationJobIdOf } from '../../../server/domain/base/ids/generation-job.ts'
import { runQueuedJob } from '../../../server/domain/generation/run/run-generation.ts'
import { startTextGeneration } from '../../../server/domain/generation/start-generation.ts'
import { startEngineStandIns } from '../../../testing/engines/engine-stand-ins/start.ts'
import {
  generationForm,
  openGenerationService,
  startedTask,
  succeeded,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { shortTimers } from '../../../testing/service/short-timers.ts'
import { use } from '../../../testing/use.ts'

const vendors = startEngineStandIns()
afterAll(() => vendors.close())
const service = use(() => openGenerationService({ env: { DOWNLOAD_ALLOW_LOOPBACK: '1' } }))
const person = usePerson(service, { credits: 20 })
let restore = () => {}
afterEach(() => restore())

function useVendors() {
  const { temporaryFiles, downloads, log } = service.deps
  const { tripo, fal } = vendors
  const pause = async () => {}
  service.replace({ engines: createEngines({ tripo, fal, temporaryFiles, downloads, log, pause }) })
}

test.each(['engine_1', 'engine_2'])('pictures for %s are uploaded once', async (engine) => {
  useVendors()
  restore = shortTimers((ms) => (ms === 2_000 || ms === 4_000 ? 5 : ms))
  const prompt = `${engine} [429=9@0] in red`
  const form = generationForm({ inputMode: 'image_text', prompt, engine }, [{}])
  const known = vendors.refused.length
  const response = await service.post('/api/generate', person, form)
  expect(response.status).toBe(200)
  // The adapter makes four attempts at a time: the third attempt of the job finds capacity.
  const refused = vendors.refused.slice(known)
  expect(refused).toHaveLength(9)
  const [made] = vendors.madeFor(prompt)
  const asked = [...refused, made].map((call) => JSON.stringify(call?.body))
  expect(new Set(asked).size).toBe(1)
})

test('a job that began late ends before it becomes an orphan, with its task listed and its credit refunded', async () => {
  service.replace({ engines: service.engine.engines })
  service.engine.script.read = () => ({ kind: 'running', percent: 10 })
  const request = { prompt: 'a cup', mode: 'fast_draft' } as const
  const started = await startTextGeneration(service.deps, person, request)
  if (!started.ok) throw new Error('not started')
  const { jobId } = started.value
  const run = async () => {
    await runQueuedJob(service.deps, jobId, new AbortController().signal)
    return await service.deps.generationJobs.read(jobId)
  }
  service.advance(20 * 60)
  expect((await run())?.status).toBe('running')
  service.advance(8.9 * 60)
  expect((await run())?.status).toBe('running')
  service.advance(0.2 * 60)
  const ended = await run()
  service.advance(-29.1 * 60)
  expect(ended?.failure).toEqual({
    kind: 'engine_failed',
    message: 'The generation did not finish within 29 minutes. Your credits were refunded.',
  })
  expect(await service.credits(person)).toBe(20)
  const [left] = await service.deps.leftovers.list()
  expect(left).toMatchObject({ jobId, why: 'deadline' })
})

test('an expired job calls no vendor', async () => {
  service.replace({ engines: service.engine.engines })
  const request = { prompt: 'a cup', mode: 'fast_draft' } as const
  const started = await startTextGeneration(service.deps, person, request)
  if (!started.ok) throw new Error('not started')
  service.advance(29.5 * 60)
  await runQueuedJob(service.deps, started.value.jobId, new AbortController().signal)
  service.advance(-29.5 * 60)
  expect(service.engine.calls).toEqual([])
  expect(await service.credits(person)).toBe(20)
})

/** Leaves every vendor without capacity until the clock has moved by `minutes`. */
function fullFor(minutes: number) {
  service.replace({ engines: service.engine.engines })
  restore = shortTimers((ms) => (ms >= 1_000 && ms <= 5_000 ? 5 : ms))
  let tries = 0
  service.engine.script.start = () => {
    tries += 1
    if (tries > 3) return startedTask()
    service.advance((minutes / 3) * 60)
    return { kind: 'busy', message: 'The engine is busy. Try again in a few minutes.' }
  }
  let reads = 0
  service.engine.script.read = () => {
    reads += 1
    service.advance(60)
    return reads < 12 ? { kind: 'running', percent: 10 } : succeeded
  }
}

test('a caller waits at most 20 minutes, and receives the job, which continues', async () => {
  // 12 minutes without capacity, then 12 minutes at the engine.
  fullFor(12)
  const headers = {
    ...person.session,
    'idempotency-key': 'one',
    'content-type': 'application/json',
  }
  const send = () =>
    service.fetch('/api/generate', rawPost(JSON.stringify({ prompt: 'a cup' }), headers))
  const response = await send()
  const { error, jobId } = await response.json()
  expect(response.status).toBe(504)
  expect(error).toContain(`/api/generate/status?jobId=${jobId}`)
  expect((await service.deps.generationJobs.read(jobId))?.status).toBe('running')
  for (let runs = 0; runs < 10; runs += 1) {
    await runQueuedJob(service.deps, jobId, new AbortController().signal)
  }
  const job = await service.deps.generationJobs.read(jobId)
  expect(job?.status).toBe('done')
  // A repeat under the key gets the existing result, and makes nothing.
  const again = await send()
  expect([again.status, (await again.json()).generationId]).toEqual([200, jobId])
  expect(service.engine.asked).toHaveLength(4)
  expect((await service.ledger(person)).map(({ credits }) => credits)).toEqual([-1])
})

test.each([
  ['/api/generate', 'an engine that is off', 1],
  ['/api/retexture', 'an original that was deleted', 2],
])('%s: a repeat gets the running job, in spite of %s', async (path, _why, made) => {
  const engine = 'engine_1'
  const body = { prompt: 'a cup', advanced: { engine, smoothing: 'off' } }
  let sent: object = body
  if (path === '/api/retexture') {
    service.replace({ engines: service.engine.engines })
    const { generationId } = await (await service.post('/api/generate', person, body)).json()
    sent = { generationId, prompt: 'moss' }
  }
  fullFor(12)
  service.engine.script.retexture = service.engine.script.start as never
  const headers = {
    ...person.session,
    'idempotency-key': crypto.randomUUID(),
    'content-type': 'application/json',
  }
  const send = () => service.fetch(path, rawPost(JSON.stringify(sent), headers))
  const response = await send()
  const { jobId } = await response.json()
  expect(response.status).toBe(504)
  await service.deps.engineSwitches.set({ engine, isOff: true, reason: 'it broke', by: 'op' })
  if ('generationId' in sent) {
    await service.deps.ownWork.deleteGeneration(
      person.accountId,
      generationJobIdOf(String(sent.generationId)),
    )
  }
  // A refusal would release the key, and the repeat after it would start another job.
  for (let repeats = 0; repeats < 2; repeats += 1) {
    const again = await send()
    expect([again.status, (await again.json()).jobId]).toEqual([504, jobId])
  }
  for (let runs = 0; runs < 12; runs += 1) {
    await runQueuedJob(service.deps, jobId, new AbortController().signal)
  }
  const done = await send()
  await service.deps.engineSwitches.set({ engine, isOff: false, reason: 'it works', by: 'op' })
  expect([done.status, (await done.json()).generationId]).toEqual([200, jobId])
  const charges = (await service.ledger(person)).filter(({ credits }) => credits < 0)
  expect(charges).toHaveLength(made)
})

test('a job with a picture that finds no capacity ends, and its credits are refunded', async () => {
  fullFor(14.5)
  const form = generationForm({ inputMode: 'image' }, [{}])
  const response = await service.post('/api/generate', person, form)
  expect(response.status).toBe(502)
  expect(await service.credits(person)).toBe(20)
})

test('a job that waits for capacity can be cancelled, which page, status and job agree on', async () => {
  service.replace({ engines: service.engine.engines })
  const busy = { kind: 'busy', message: 'The engine is busy. Try again in a few minutes.' } as const
  service.engine.script.start = () => busy
  const request = { prompt: 'a cup', mode: 'fast_draft' } as const
  const started = await startTextGeneration(service.deps, person, request)
  if (!started.ok) throw new Error('not started')
  const { jobId } = started.value
  const run = () => runQueuedJob(service.deps, jobId, new AbortController().signal)
  const headers = person.session
  const shown = async () => {
    const page = await (await service.fetch(`/models/${jobId}`, { headers })).text()
    const status = await service.fetch(`/api/generate/status?jobId=${jobId}`, { headers })
    const { progress } = await status.json()
    return [page.includes(`action="/models/${jobId}/cancel"`), progress?.canCancel]
  }
  await run()
  expect(await shown()).toEqual([true, true])
  service.engine.script.start = () => startedTask()
  service.engine.script.read = () => ({ kind: 'running', percent: 10 })
  await run()
  expect(await shown()).toEqual([false, false])
  const init = { method: 'POST', headers: { ...headers, origin: service.baseUrl } }
  expect((await service.fetch(`/api/generations/${jobId}/cancel`, init)).status).toBe(409)
})
