// Generations and pictures of an account: listed for programs, and deleted with their words, model and gallery entry.
import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { openGenerationService, usePerson } from '../../../testing/engines/generation.ts'
import { fillStorage } from '../../../testing/models/storage-full.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 50 })
const other = usePerson(service)
beforeEach(async () => {
  await resetRateLimits(service.db)
})

async function generation(prompt: string): Promise<{ generationId: string; modelUrl: string }> {
  return await (await service.post('/api/generate', person, { prompt })).json()
}
const list = async (headers: Record<string, string> = person.token) =>
  await (await service.fetch('/api/generations', { headers })).json()
async function remove(path: string, headers: Record<string, string> = person.session) {
  const response = await service.fetch(path, {
    method: 'DELETE',
    headers: { ...headers, origin: service.baseUrl },
  })
  return [response.status, await response.json()]
}
const none = [404, { error: 'Nothing of this account has that address or id.' }]

test('a token lists the generations of its account, newest first', async () => {
  const first = await generation('a cup')
  const queued = await service.fetch(
    '/api/generate/start',
    jsonPost({ prompt: 'a bowl' }, person.token),
  )
  const { jobId } = await queued.json()
  const mine = await list()
  expect(mine).toEqual({
    generations: [
      {
        id: jobId,
        status: 'queued',
        createdAt: expect.any(Number),
        prompt: null,
        creditsCharged: null,
        modelUrl: null,
      },
      {
        id: first.generationId,
        status: 'done',
        createdAt: expect.any(Number),
        prompt: 'a cup',
        creditsCharged: 1,
        modelUrl: first.modelUrl,
      },
    ],
    total: 2,
    page: 1,
    pages: 1,
  })
  expect((await list(other.token)).total).toBe(0)
})

test('a model that could not be stored is listed with its final cost', async () => {
  const full = fillStorage(service)
  await generation('a cup')
  full.end()
  expect((await list()).generations[0]).toMatchObject({ status: 'done', creditsCharged: 0 })
  const page = await service.fetch('/account/generations', { headers: person.session })
  expect(await page.text()).toContain('Draft from text, not charged')
})

test('only its owner deletes a generation with its words and its model', async () => {
  const secret = 'a cup with a secret'
  const { generationId, modelUrl } = await generation(secret)
  const path = `/api/generations/${generationId}`
  expect(await remove(path, other.session)).toEqual(none)
  expect(await remove(path, person.token)).toEqual([200, { ok: true }])
  expect(await remove(path)).toEqual(none)
  expect((await list()).total).toBe(0)
  const read = (url: string) => service.fetch(url, { headers: person.session })
  expect((await read(`/api/generate/status?jobId=${generationId}`)).status).toBe(404)
  expect((await read(`/models/${generationId}`)).status).toBe(404)
  expect((await read(`/api/model-proxy?url=${encodeURIComponent(modelUrl)}`)).status).toBe(403)
  const retexture = await service.post('/api/retexture', person, { generationId, prompt: 'moss' })
  expect(retexture.status).toBe(404)
  for (const table of ['generation_jobs', 'generation_logs', 'generations', 'models']) {
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from ${sql.table(table)} t`.execute(service.db)
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([])
  }
  // The sweep removes the file once it has expired.
  const noted = await service.db
    .selectFrom('visitor_files')
    .select('uri')
    .where('uri', '=', modelUrl)
    .execute()
  expect(noted.length).toBe(1)
  // The ledger stays.
  expect(await service.ledger(person)).toEqual([{ kind: 'charge', credits: -1 }])
})

test('a running generation cannot be deleted, and a failed one can', async () => {
  const queued = await service.fetch(
    '/api/generate/start',
    jsonPost({ prompt: 'a bowl' }, person.session),
  )
  const { jobId } = await queued.json()
  expect((await remove(`/api/generations/${jobId}`))[0]).toBe(409)
  await service.post('/api/generate', person, { prompt: 'forbidden' })
  const [failed] = (await list()).generations
  expect(failed.status).toBe('error')
  expect(await remove(`/api/generations/${failed.id}`)).toEqual([200, { ok: true }])
})

test('a published model is removed from the gallery, and one that was taken down stays recorded', async () => {
  const { generationId } = await generation('a cup')
  const publish = (id: string) =>
    service.fetch('/api/gallery', jsonPost({ generationId: id, title: 'A cup' }, person.session))
  const { id: entryId } = await (await publish(generationId)).json()
  expect(await remove(`/api/generations/${generationId}`)).toEqual([200, { ok: true }])
  expect((await service.fetch(`/gallery/${entryId}`)).status).toBe(404)
  const second = await generation('a cup')
  const entry = await (await publish(second.generationId)).json()
  expect(entry.id).toBeDefined()
  await service.deps.gallery.takeDown({ id: entry.id, by: 'desk@example.com', reason: 'A brand.' })
  expect((await remove(`/api/generations/${second.generationId}`))[0]).toBe(409)
})

test('only its owner deletes a picture', async () => {
  const drawn = await service.fetch(
    '/api/images/generate',
    jsonPost({ prompt: 'a frog', size: '512x512' }, person.session),
  )
  const { imageUrl } = await drawn.json()
  const path = `/api/images?url=${encodeURIComponent(imageUrl)}`
  expect(await remove(path, other.session)).toEqual(none)
  expect(await remove(path)).toEqual([200, { ok: true }])
  expect(await remove(path)).toEqual(none)
  const proxied = await service.fetch(`/api/model-proxy?url=${encodeURIComponent(imageUrl)}`, {
    headers: person.session,
  })
  expect(proxied.status).toBe(403)
})
