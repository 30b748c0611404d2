// POST /api/retexture: a finished generation with new textures, for one credit.
import { beforeEach, expect, test } from 'bun:test'
import {
  engineCube,
  openGenerationService,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { setCredits } from '../../../testing/money/set-credits.ts'
import { use } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = use(openGenerationService)
const person = usePerson(service)
let generationId: string
beforeEach(async () => {
  const body = { prompt: 'a cup', mode: 'hi_fi', advanced: { smoothing: 'off' } }
  const made = await service.post('/api/generate', person, body)
  generationId = (await made.json()).generationId
})

const retexture = async (body: Record<string, unknown> | string, who = person) => {
  const response = await service.post('/api/retexture', who, body)
  return [response.status, await response.json()] as const
}

verifies(['decision.retexture', 'decision.retexture-credit'], async () => {
  expect(await service.credits(person)).toBe(3)
  const [status, result] = await retexture({ generationId, prompt: ' mossy stone ' })
  expect([status, result]).toMatchObject([
    200,
    {
      persisted: true,
      mode: 'hi_fi',
      inputMode: 'text',
      creditsCharged: 1,
      source: 'tripo',
      agent: { enhancedPrompt: 'mossy stone' },
    },
  ])
  expect(result.generationId).not.toBe(generationId)
  expect(await service.credits(person)).toBe(2)
  expect(service.engine.calls).toEqual([
    ...['start', 'read', 'download'],
    ...['retexture', 'read', 'download'],
  ] as typeof service.engine.calls)
  const [asked] = service.engine.painted
  const sha256 = new Bun.CryptoHasher('sha256').update(engineCube).digest('hex')
  expect(asked).toMatchObject({
    prompt: 'mossy stone',
    task: { taskId: expect.stringMatching(/^task-/) },
    model: { sizeBytes: engineCube.byteLength, sha256 },
  })
  // A painted model can be painted again.
  expect((await retexture({ generationId: result.generationId, prompt: 'gold' }))[0]).toBe(200)
})

test('the credit of a failed retexture is refunded', async () => {
  service.engine.script.retexture = () => ({ kind: 'failed', message: 'No paint left.' })
  expect(await retexture({ generationId, prompt: 'gold' })).toEqual([
    502,
    { error: 'No paint left.' },
  ])
  expect(await service.credits(person)).toBe(3)
})

test('refusals are checked in the order session, id, prompt, owner, kind of generation', async () => {
  const anonymous = await service.fetch('/api/retexture', { method: 'POST', body: '{}' })
  expect([anonymous.status, await anonymous.json()]).toEqual([
    401,
    { error: 'Authentication required' },
  ])
  expect(await retexture('{')).toEqual([400, { error: 'invalid json body' }])
  for (const id of [undefined, '', 5, null]) {
    expect(await retexture({ generationId: id })).toEqual([400, { error: 'generationId required' }])
  }
  expect(await retexture({ generationId: 'x' })).toEqual([400, { error: 'prompt is required' }])
  const long = 'x'.repeat(501)
  expect(await retexture({ generationId: 'x', prompt: long })).toEqual([
    400,
    { error: 'prompt too long (max 500 chars)' },
  ])
  const unknown = [404, { error: 'Generation not found' }] as const
  for (const id of ['x', '\0', crypto.randomUUID()]) {
    expect(await retexture({ generationId: id, prompt: 'gold' })).toEqual(unknown)
  }
  const other = await service.person()
  expect(await retexture({ generationId, prompt: 'gold' }, other)).toEqual(unknown)
  expect(await service.credits(other)).toBe(5)
  expect(await retexture({ generationId, prompt: 'forbidden' })).toEqual([
    400,
    {
      error: 'nsfw',
      message: 'The prompt asks for a weapon or a part of one. Describe something else.',
    },
  ])
})

test('a retexture without credits is refused like any generation', async () => {
  await setCredits(service.db, 0, person.accountId)
  expect(await retexture({ generationId, prompt: 'gold' })).toMatchObject([
    403,
    { error: 'no_credits', creditsRequired: 1, creditsAvailable: 0 },
  ])
})

test('a model that is no longer in storage cannot be retextured', async () => {
  service.replace({ objects: { fetchToFile: async () => null } })
  const [status] = await retexture({ generationId, prompt: 'gold' })
  expect(status).toBe(422)
  expect(await service.credits(person)).toBe(3)
})

verifies('limits.enforced.retexture', async () => {
  const statuses: number[] = []
  for (let call = 0; call < 31; call += 1) statuses.push((await retexture({}))[0])
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 400))
  expect(statuses[30]).toBe(429)
})
