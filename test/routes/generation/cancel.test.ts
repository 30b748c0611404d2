// A generation can be cancelled until an engine receives it, and its credits are refunded once, whether the owner or
// the worker is first.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  openGenerationService,
  startedTask,
  succeeded,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { until } from '../../../testing/service/until.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 5 })
const other = usePerson(service)
let worker: Awaited<ReturnType<typeof service.service.startWorker>> | null = null
beforeEach(async () => {
  await resetRateLimits(service.db)
  await service.service.database.pool.query('delete from graphile_worker._private_jobs')
})
afterEach(async () => {
  await worker?.stop()
  worker = null
})

async function start(): Promise<string> {
  const sent = await service.fetch(
    '/api/generate/start',
    jsonPost({ prompt: 'a cup' }, person.session),
  )
  return (await sent.json()).jobId
}
async function cancel(id: string, headers: Record<string, string> = person.session) {
  const init = { method: 'POST', headers: { ...headers, origin: service.baseUrl } }
  const response = await service.fetch(`/api/generations/${id}/cancel`, init)
  return [response.status, await response.json()]
}
async function status(id: string) {
  const init = { headers: person.session }
  return await (await service.fetch(`/api/generate/status?jobId=${id}`, init)).json()
}
const work = async () => {
  worker = await service.service.startWorker()
}
/** Returns a promise and its resolvers. */
const gate = () => Promise.withResolvers<void>()

const cancelled = {
  status: 'error',
  error: 'Cancelled by its owner before an engine was asked. It cost no credits.',
}
const tooLate = {
  error:
    'An engine is already making this model and has to be paid, so it can no longer be cancelled.',
}

test('a job in the queue is cancelled without a charge or a call, and a repeat returns the same', async () => {
  const id = await start()
  expect(await cancel(id, other.session)).toEqual([
    404,
    { error: 'This account has no generation with that id.' },
  ])
  expect(await cancel(id, person.token)).toEqual([200, { ok: true, creditsReturned: 0 }])
  expect(await cancel(id)).toEqual([200, { ok: true, creditsReturned: 0 }])
  await workOff(service)
  expect(service.engine.calls).toEqual([])
  expect(await status(id)).toMatchObject(cancelled)
  expect(await service.ledger(person)).toEqual([])
  const { rows } = await service.service.database.pool.query(
    'select from generation_bodies where job_id = $1',
    [id],
  )
  expect(rows).toEqual([])
})

test('a finished or unknown job cannot be cancelled', async () => {
  const made = await (await service.post('/api/generate', person, { prompt: 'a cup' })).json()
  expect(await cancel(made.generationId)).toEqual([
    409,
    { error: 'This generation has ended already.' },
  ])
  for (const id of ['x', crypto.randomUUID()]) expect((await cancel(id))[0]).toBe(404)
})

describe('against the worker', () => {
  test('first: the charge is refunded once, and the engine is not called', async () => {
    const charged = gate()
    const goOn = gate()
    const { enhance } = service.language
    // Hi-fi words go to the language model after the charge and before the engine.
    service.replace({
      languageModel: {
        ...service.language,
        enhance: async (request) => {
          charged.resolve()
          await goOn.promise
          return await enhance(request)
        },
      },
    })
    try {
      const sent = await service.fetch(
        '/api/generate/start',
        jsonPost({ prompt: 'a cup', mode: 'hi_fi' }, person.session),
      )
      const { jobId } = await sent.json()
      await work()
      await charged.promise
      expect(await service.credits(person)).toBe(3)
      const responses = await Promise.all([cancel(jobId), cancel(jobId), cancel(jobId)])
      const returned = [200, { ok: true, creditsReturned: 2 }]
      expect(responses).toEqual([returned, returned, returned])
      goOn.resolve()
      await worker?.stop()
      expect(service.engine.calls).toEqual([])
      expect(await status(jobId)).toMatchObject(cancelled)
      expect(await service.ledger(person)).toEqual([
        { kind: 'charge', credits: -2 },
        { kind: 'refund', credits: 2 },
      ])
    } finally {
      goOn.resolve()
      service.replace({ languageModel: service.language })
    }
  })

  test('second: it is refused while the engine is called, and once it has the task', async () => {
    const asked = gate()
    const goOn = gate()
    let isDone = false
    service.engine.script.start = async () => {
      asked.resolve()
      await goOn.promise
      return startedTask()
    }
    service.engine.script.read = () => (isDone ? succeeded : { kind: 'running', percent: null })
    const id = await start()
    await work()
    await asked.promise
    expect(await cancel(id)).toEqual([409, tooLate])
    goOn.resolve()
    await until(() => service.engine.calls.includes('read'))
    expect(await cancel(id)).toEqual([409, tooLate])
    isDone = true
    await until(async () => (await status(id)).status === 'done')
    expect(await service.ledger(person)).toEqual([{ kind: 'charge', credits: -1 }])
  })

  test('at any moment has one charge and one refund, or a model', async () => {
    for (let round = 0; round < 12; round += 1) {
      service.engine.calls.length = 0
      await service.setCredits(person, 5)
      const id = await start()
      const running = workOff(service)
      await Bun.sleep(round * 8)
      const [code] = await cancel(id)
      await running
      const job = await status(id)
      const balance = await service.credits(person)
      if (code === 200) {
        expect([job.status, balance, service.engine.calls]).toEqual(['error', 5, []])
      } else {
        expect([job.status, balance]).toEqual(['done', 4])
      }
    }
  }, 60_000)
})

describe('on the page', () => {
  const post = (path: string) =>
    service.fetch(path, {
      method: 'POST',
      headers: { ...person.session, origin: service.baseUrl },
      redirect: 'manual',
    })
  const page = async (path: string) =>
    await (await service.fetch(path, { headers: person.session })).text()

  test('a waiting generation has a button, and one at the engine has none', async () => {
    const id = await start()
    expect(await page(`/models/${id}`)).toContain(`action="/models/${id}/cancel"`)
    const sent = await post(`/models/${id}/cancel`)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/models/${id}`])
    const shown = await page(`/models/${id}`)
    expect(shown).toContain('Cancelled by its owner')
    expect(shown).not.toContain('/cancel"')
    const again = await post(`/models/${crypto.randomUUID()}/cancel`)
    expect(again.status).toBe(404)
  })

  test('a model is deleted with a confirmation, and a running generation is not deleted', async () => {
    const made = await (await service.post('/api/generate', person, { prompt: 'a cup' })).json()
    const path = `/models/${made.generationId}`
    expect(await page(path)).toContain(`action="${path}/delete"`)
    const sent = await post(`${path}/delete`)
    expect(sent.headers.get('location')).toBe('/account/generations?deleted=1')
    expect(await page('/account/generations?deleted=1')).toContain('The model is deleted.')
    expect((await service.fetch(path, { headers: person.session })).status).toBe(404)
    const id = await start()
    const refused = await post(`/models/${id}/delete`)
    expect(refused.headers.get('location')).toBe(`/models/${id}?running=1`)
    expect(await page(`/models/${id}?running=1`)).toContain('has not ended')
  })

  test('pictures are listed and deleted only for their owner', async () => {
    const sent = await service.post('/api/images/generate', person, { prompt: 'a red cup' })
    const { imageUrl } = await sent.json()
    expect(await page('/account/pictures')).toContain('a red cup')
    const strange = await service.fetch('/account/pictures', { headers: other.session })
    expect(await strange.text()).not.toContain('a red cup')
    const body = new URLSearchParams({ url: imageUrl })
    const init = { method: 'POST', body, redirect: 'manual' } as const
    const headers = (who: typeof person) => ({ ...who.session, origin: service.baseUrl })
    const path = '/account/pictures/delete'
    expect((await service.fetch(path, { ...init, headers: headers(other) })).status).toBe(404)
    expect((await service.fetch(path, { ...init, headers: headers(person) })).status).toBe(303)
    expect(await page('/account/pictures')).not.toContain('a red cup')
  })
})
