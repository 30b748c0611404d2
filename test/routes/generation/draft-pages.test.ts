// The pages of drafts, in a browser without JavaScript.
import { beforeEach, describe, expect, test } from 'bun:test'
import {
  generationForm,
  openGenerationService,
  startedTask,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 10 })
const other = usePerson(service, { credits: 10 })
beforeEach(async () => {
  await resetRateLimits(service.db)
  await service.service.database.pool.query('delete from graphile_worker._private_jobs')
})

async function get(path: string, headers: Record<string, string> = person.session) {
  const response = await service.fetch(path, { headers })
  return [response.status, await response.text()] as const
}
async function post(path: string, body?: FormData, headers = person.session) {
  const init = { method: 'POST', headers: { ...headers, origin: service.baseUrl } }
  const response = await service.fetch(path, body === undefined ? init : { ...init, body })
  const html = await response.text()
  return { status: response.status, location: response.headers.get('location') ?? '', html }
}
const four = (fields: Record<string, string> = {}) =>
  post('/generate', generationForm({ mode: 'four_drafts', inputMode: 'text', ...fields }))
const jobs = async () =>
  await service.db
    .selectFrom('generation_jobs')
    .select(['id', 'refines', 'draft_set'])
    .where('account_id', '=', person.accountId)
    .orderBy('draft_place')
    .execute()

describe('the form', () => {
  test('shows the price of the four and of a refinement in advance', async () => {
    const response = await four({ prompt: '', meshQuality: 'high' })
    expect(response.status).toBe(400)
    // 4 x 1; 2 + 1 for the picture + 1 for the mesh.
    expect(response.html).toMatch(/id="credit-cost"[^>]*>4 credits</)
    expect(response.html).toMatch(/id="refine-credits"[^>]*>4 credits</)
    expect(await jobs()).toEqual([])
  })

  test('makes a set and shows it, also from a photo', async () => {
    const words = await four({ prompt: 'a cup' })
    expect(words.status).toBe(303)
    expect(words.location).toMatch(/^\/drafts\/[0-9a-f-]{36}$/)
    expect(await service.credits(person)).toBe(6)
    await service.setCredits(person, 8)
    const form = generationForm({ mode: 'four_drafts', inputMode: 'image' }, [{}])
    const photo = await post('/generate', form)
    expect(photo.location).toMatch(/^\/drafts\//)
    expect(await service.credits(person)).toBe(0)
    expect((await jobs()).length).toBe(8)
  })

  test('reports missing credits once, and queues none', async () => {
    await service.setCredits(person, 3)
    const { status, html } = await four({ prompt: 'a cup' })
    expect(status).toBe(403)
    expect(html).toContain('This generation costs 4 credits and the account has 3.')
    expect(html).toMatch(/value="four_drafts" checked/)
    expect(await jobs()).toEqual([])
  })
})

test('the page of a set has a tile for each draft: queued, failed with a refund, or refinable', async () => {
  let count = 0
  service.engine.script.start = () => {
    count += 1
    return count === 2 ? { kind: 'failed', message: 'No.' } : startedTask()
  }
  const { location } = await four({ prompt: 'a cup' })
  const [, queued] = await get(location)
  expect(queued).toContain('data-live')
  expect([...(queued.match(/aria-label="Draft \d"/g) ?? [])]).toEqual(
    [1, 2, 3, 4].map((place) => `aria-label="Draft ${place}"`),
  )
  await workOff(service)
  const [, ended] = await get(location)
  expect(ended).not.toContain('data-live')
  expect(ended.match(/Refine this one for 3 credits/g)?.length).toBe(3)
  expect(ended).toContain('Your credit was refunded.')
  expect(ended).toContain('No.')
  expect((await get(location, other.session))[0]).toBe(404)
})

test('a draft is refined from its page, and draft, set and refined model link to each other', async () => {
  const { location: set } = await four({ prompt: 'a cup' })
  await workOff(service)
  const [{ id: draftId } = { id: '' }] = await jobs()
  const [, draft] = await get(`/models/${draftId}`)
  expect(draft).toContain(`href="${set}"`)
  expect(draft).toContain('Refine this one for 3 credits')
  expect((await post(`/models/${draftId}/refine`, undefined, other.session)).status).toBe(404)
  const { status, location } = await post(`/models/${draftId}/refine`)
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/models\//)])
  await workOff(service)
  const [, refined] = await get(location)
  expect(refined).toContain(`href="/models/${draftId}"`)
  expect(refined).toContain(`href="${set}"`)
  expect(refined).toContain('Refined draft')
  expect(refined).not.toContain('Refine this one')
  expect((await get(`/models/${draftId}`))[1]).toContain(`href="${location}"`)
  expect((await get(set))[1]).toContain(`href="${location}"`)
  // A second press gets the result of the first.
  expect((await post(`/models/${draftId}/refine`)).location).toBe(location)
  expect(await service.credits(person)).toBe(3)
})

test('the page of a draft that cannot be refined states the reason', async () => {
  await four({ prompt: 'a cup' })
  const [{ id: waiting } = { id: '' }] = await jobs()
  const early = await post(`/models/${waiting}/refine`)
  expect(early.location).toBe(`/models/${waiting}?noRefinement=1`)
  await workOff(service)
  await service.setCredits(person, 2)
  const { location } = await post(`/models/${waiting}/refine`)
  expect(location).toBe(`/models/${waiting}?noCredits=1`)
  expect((await get(location))[1]).toContain('Your balance is too low to refine this draft.')
})

test('a draft with an unreadable file is not offered for refining, and costs nothing more', async () => {
  service.engine.script.download = () => new Uint8Array([1, 2, 3])
  const { location } = await four({ prompt: 'a cup' })
  await workOff(service)
  expect((await get(location))[1]).not.toContain('Refine this one')
  const [{ id } = { id: '' }] = await jobs()
  expect((await get(`/models/${id}`))[1]).not.toContain('Refine this one')
  const before = await service.credits(person)
  expect((await post(`/models/${id}/refine`)).location).toBe(`/models/${id}?noRefinement=1`)
  expect(await service.credits(person)).toBe(before)
  expect((await jobs()).length).toBe(4)
})

test('a failed draft of a set is tried again as a set', async () => {
  service.engine.script.start = () => ({ kind: 'failed', message: 'No.' })
  await four({ prompt: 'a cup', meshQuality: 'ultra' })
  await workOff(service)
  const [{ id } = { id: '' }] = await jobs()
  const [, form] = await get(`/generate?again=${id}`)
  expect(form).toMatch(/value="four_drafts" checked/)
  expect(form).toMatch(/value="ultra" selected/)
  expect(form).toMatch(/id="seed"[^>]*value=""/)
})

test('a closed account keeps only empty jobs of its drafts', async () => {
  const { location } = await four({ prompt: 'a secret cup' })
  await workOff(service)
  const [{ id: draftId } = { id: '' }] = await jobs()
  await post(`/models/${draftId}/refine`)
  await workOff(service)
  await service.deps.accountRecords.erase(person.accountId)
  const rows = await service.db
    .selectFrom('generation_jobs')
    .select(['request', 'plan', 'task'])
    .where('account_id', '=', person.accountId)
    .execute()
  expect(rows.length).toBe(5)
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set(['{"request":null,"plan":null,"task":null}']),
  )
  expect((await get(location, other.session))[0]).toBe(404)
})
