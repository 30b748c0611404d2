// The responses of the generation endpoints match the OpenAPI document: fields, statuses, sentences.
import { expect, test } from 'bun:test'
import { creditCost } from '../../../server/domain/generation/request/credit-cost.ts'
import { readRequest } from '../../../server/domain/generation/request/read-request.ts'
import {
  type GenerationService,
  generationForm,
  openGenerationService,
  usePerson,
} from '../../../testing/engines/generation.ts'
import {
  bodyExample,
  described,
  operation,
  refused,
} from '../../../testing/service/api-document.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service)

const now = 'POST /api/generate'
const start = 'POST /api/generate/start'
const status = 'GET /api/generate/status'
const active = 'GET /api/generate/active'
const proxy = 'GET /api/model-proxy'
const paint = 'POST /api/retexture'
type Body = Parameters<GenerationService['post']>[2]
const post = (name: string, body: Body) => service.post(name.replace('POST ', ''), person, body)
const get = (name: string, query = '', headers: Record<string, string> = person.session) =>
  service.fetch(`${name.replace('GET ', '')}${query}`, { headers })

test('generations, jobs in their final states and retextures are as described', async () => {
  const made = await described(now, post(now, bodyExample(now)), 200)
  const { generationId } = made as { generationId: string }
  await described(status, get(status, `?jobId=${generationId}`), 200)
  await described(paint, post(paint, { ...bodyExample(paint), generationId }), 200)
  const queued = await described(start, post(start, bodyExample(start)), 200)
  const { jobId } = queued as { jobId: string }
  await described(status, get(status, `?jobId=${jobId}`), 200)
  await described(active, get(active), 200)
  await described(active, get(active, '', {}), 200)
  service.engine.script.start = () => ({ kind: 'failed', message: 'No.' })
  await described(now, post(now, { prompt: 'a cup' }), 502)
})

test('the example of the body costs the sum of its options', () => {
  const read = readRequest({ kind: 'json', value: bodyExample(now) })
  if (!read.ok) throw new Error(read.failure.kind)
  // hi_fi 2, meshQuality high 1.
  expect(creditCost(read.value.request)).toBe(3)
})

test('both body formats are described, options included', () => {
  const content = operation(now).requestBody?.content ?? {}
  expect(Object.keys(content)).toEqual(['multipart/form-data', 'application/json'])
  expect(operation(start).requestBody?.content).toEqual(content)
  const text = JSON.stringify(content)
  for (const name of ['meshQuality', 'wallThicknessMm', 'refinementPass', 'seed', 'images']) {
    expect(text).toContain(name)
  }
  expect(text).toContain('front, left, back, right')
})

test('refusals of generations are as described', async () => {
  await refused(now, service.fetch('/api/generate', { method: 'POST' }), 401)
  await refused(now, post(now, '{'), 400)
  await refused(now, post(now, { prompt: '' }), 400)
  await refused(now, post(now, { prompt: 'x'.repeat(501) }), 400)
  await refused(now, post(now, generationForm({ inputMode: 'x' })), 400)
  await refused(now, post(now, generationForm({})), 400)
  await refused(now, post(now, generationForm({}, [{ type: 'image/gif' }])), 400)
  await refused(now, post(now, generationForm({ inputMode: 'multiview' })), 400)
  await described(now, post(now, { prompt: 'forbidden' }), 400)
  await refused(now, post(now, { prompt: 'silence' }), 503)
  await described(now, post(now, { prompt: 'x', style: 'y'.repeat(70_000) }), 413)
  await refused(start, post(start, ''), 400)
  await refused(status, get(status), 400)
  await refused(status, get(status, '?jobId=x'), 404)
  await refused(status, get(status, '', {}), 401)
  await refused(proxy, get(proxy, '', {}), 401)
  await refused(proxy, get(proxy), 400)
  await refused(proxy, get(proxy, '?url=gs://x/y'), 403)
  await refused(paint, post(paint, {}), 400)
  await refused(paint, post(paint, { generationId: 'x', prompt: 'gold' }), 404)
  await service.setCredits(person, 2)
  await refused(now, post(now, bodyExample(now)), 403)
})
