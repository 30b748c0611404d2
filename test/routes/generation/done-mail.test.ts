// An account that requested an email gets one when a generation has finished, even after the worker was stopped;
// another attempt starts with the words of the first one.

import { beforeEach, describe, expect, test } from 'bun:test'
import {
  generationJobIdOf,
  generationLeaseOf,
} from '../../../server/domain/base/ids/generation-job.ts'
import { openGenerationService, usePerson } from '../../../testing/engines/generation.ts'
import { fillStorage } from '../../../testing/models/storage-full.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 20 })
const other = usePerson(service)
beforeEach(async () => {
  await resetRateLimits(service.db)
})

const mails = async () =>
  await service.db
    .selectFrom('emails')
    .select(['recipient', 'subject', 'body'])
    .where('recipient', '=', person.email)
    .execute()
async function start(body: object): Promise<string> {
  const sent = await service.fetch('/api/generate/start', jsonPost(body, person.session))
  return (await sent.json()).jobId
}

describe('an email', () => {
  test('reports that the model is ready, or was not made', async () => {
    const id = await start({ prompt: 'a blue cup', notify: true })
    await workOff(service)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: person.email, subject: 'Your model is ready' })
    expect(mail?.body).toContain(`${service.deps.baseUrl}/models/${id}`)
    expect(mail?.body).toContain('"a blue cup"')
    service.engine.script.start = () => ({ kind: 'failed', message: 'It broke.' })
    await start({ prompt: 'a red cup', notify: true })
    await workOff(service)
    expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual([
      'Your model could not be made',
      'Your model is ready',
    ])
  })

  test('is sent only on request, and not for a cancelled job', async () => {
    await start({ prompt: 'a cup' })
    await start({ prompt: 'a cup', notify: 'yes' })
    const id = await start({ prompt: 'a cup', notify: true })
    const headers = { ...person.session, origin: service.baseUrl }
    await service.fetch(`/api/generations/${id}/cancel`, { method: 'POST', headers })
    await workOff(service)
    expect(await mails()).toEqual([])
  })

  test('is not sent for a request that was refused before its charge', async () => {
    await start({ prompt: 'a forbidden cup', notify: true })
    await service.post('/api/generate', person, { prompt: 'a forbidden cup', notify: true })
    await service.setCredits(person, 0)
    await start({ prompt: 'a cup', notify: true })
    await workOff(service)
    expect(await mails()).toEqual([])
  })

  test('reports that a model could not be stored, and that its credits were refunded', async () => {
    const full = fillStorage(service)
    await service.post('/api/generate', person, { prompt: 'a cup', notify: true })
    full.end()
    const [mail] = await mails()
    expect(mail?.subject).toBe('Your model could not be stored')
    expect(mail?.body).toContain('its credits were refunded')
  })

  test('is sent once, although another worker took over the job', async () => {
    const asked = Promise.withResolvers<void>()
    const { read } = service.engine.script
    service.engine.script.read = () => {
      asked.resolve()
      return { kind: 'running', percent: 10 }
    }
    const id = await start({ prompt: 'a cup', notify: true })
    const worker = await service.service.startWorker()
    await asked.promise
    await worker.stop()
    service.engine.script.read = read
    await workOff(service)
    const row = await service.deps.generationJobs.read(generationJobIdOf(id))
    expect([row?.status, (await mails()).length]).toEqual(['done', 1])
  })

  describe('about four drafts', () => {
    const failed = { kind: 'engine_failed', message: 'It broke.' } as const
    const ask = async (): Promise<{ setId: string; jobIds: string[] }> => {
      const body = { prompt: 'a blue cup', drafts: 4, notify: true }
      const sent = await service.fetch('/api/generate/start', jsonPost(body, person.session))
      return (await sent.json()).drafts
    }
    const end = (id: string) =>
      service.deps.generationJobs.fail(generationJobIdOf(id), null, {
        failure: failed,
        now: new Date(),
      })
    const cancel = (id: string) =>
      service.fetch(`/api/generations/${id}/cancel`, {
        method: 'POST',
        headers: { ...person.session, origin: service.baseUrl },
      })

    verifies('drafts.mail', async () => {
      const { setId, jobIds } = await ask()
      await end(jobIds[0] ?? '')
      expect(await mails()).toEqual([])
      await workOff(service)
      const [mail, ...more] = await mails()
      expect(more).toEqual([])
      expect(mail?.subject).toBe('Your drafts are ready')
      expect(mail?.body).toContain('"a blue cup"')
      expect(mail?.body).toContain('Ready: 3.')
      expect(mail?.body).toContain('Not made: 1. The credits were refunded.')
      expect(mail?.body).toContain(`${service.deps.baseUrl}/drafts/${setId}`)
    })

    test('is sent once, although they end at the same moment', async () => {
      const { generationJobs } = service.deps
      const single = await start({ prompt: 'a cup' })
      await workOff(service)
      const result = (await generationJobs.read(generationJobIdOf(single)))?.result
      if (result == null) throw new Error('nothing was made')
      const sets = [await ask(), await ask(), await ask()]
      const leases = await Promise.all(
        sets.flatMap(({ jobIds }) =>
          jobIds.map(async (id) => {
            const lease = generationLeaseOf(crypto.randomUUID())
            expect(
              await generationJobs.claim(generationJobIdOf(id), lease, new Date()),
            ).not.toBeNull()
            return { id, lease }
          }),
        ),
      )
      const generation = { prompt: 'a blue cup', fileName: 'model.glb', format: 'glb' } as const
      const now = new Date()
      // Without a refund, which would lock the account and serialize them.
      const ended = await Promise.all(
        leases.map(({ id, lease }) => {
          const own = { ...result, generationId: id }
          return generationJobs.complete(generationJobIdOf(id), lease, {
            result: own,
            generation,
            now,
          })
        }),
      )
      expect(new Set(ended)).toEqual(new Set([true]))
      const subjects = (await mails()).map(({ subject }) => subject)
      expect(subjects).toEqual(sets.map(() => 'Your drafts are ready'))
    })

    test('is sent when the last is cancelled, and not when all are', async () => {
      const { jobIds } = await ask()
      await end(jobIds[0] ?? '')
      for (const id of jobIds.slice(1)) await cancel(id)
      expect((await mails()).map(({ subject }) => subject)).toEqual([
        'Your drafts could not be made',
      ])
      for (const id of (await ask()).jobIds) await cancel(id)
      expect((await mails()).length).toBe(1)
    })
  })

  test('is requested with a checkbox on the page', async () => {
    const page = await service.fetch('/generate', { headers: person.session })
    expect(await page.text()).toContain('name="notify"')
    const body = new FormData()
    const fields = { inputMode: 'text', prompt: 'a cup', mode: 'fast_draft', notify: 'true' }
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const headers = { ...person.session, origin: service.baseUrl }
    const sent = await service.fetch('/generate', {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
    })
    expect(sent.status).toBe(303)
    await workOff(service)
    expect((await mails()).length).toBe(1)
  })
})

test('another attempt has the words and options of the first, for its owner alone', async () => {
  service.engine.script.start = () => ({ kind: 'failed', message: 'It broke.' })
  const id = await start({
    prompt: 'a cup with a lid',
    mode: 'hi_fi',
    style: 'art deco',
    advanced: { meshQuality: 'high', textures: false, seed: 7 },
  })
  await workOff(service)
  const html = async (path: string, who = person) =>
    await (await service.fetch(path, { headers: who.session })).text()
  expect(await html(`/models/${id}`)).toContain(`href="/generate?again=${id}"`)
  const form = await html(`/generate?again=${id}`)
  expect(form).toContain('a cup with a lid</textarea>')
  expect(form).toMatch(/name="mode" value="hi_fi" checked/)
  expect(form).toContain('value="art deco"')
  expect(form).toMatch(/<option value="high" selected/)
  expect(form).toMatch(/<option value="false" selected/)
  expect(form).toMatch(/name="seed"[^>]* value="7"/)
  expect(await html(`/generate?again=${id}`, other)).not.toContain('a cup with a lid</textarea>')
  expect(await html('/generate?again=x')).not.toContain('value="art deco"')
})

test('a model that could not be stored is downloaded from its page', async () => {
  const full = fillStorage(service)
  const made = await (await service.post('/api/generate', person, { prompt: 'a cup' })).json()
  full.end()
  expect(made.persisted).toBe(false)
  const page = await service.fetch(`/models/${made.generationId}`, { headers: person.session })
  const html = await page.text()
  expect(html).toContain('Its credits are back in your account.')
  expect(html).toContain('Download the model')
  expect(html).toContain(encodeURIComponent(made.modelUrl))
})
