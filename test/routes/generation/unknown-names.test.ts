// Unknown names in requests that spend: a misspelling is refused before anything is charged, others are listed
// (decisions.md 24).
import { beforeEach, describe, expect, test } from 'bun:test'
import {
  generationForm,
  openGenerationService,
  usePerson,
} from '../../../testing/engines/generation.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { workOff } from '../../../testing/service/work-off.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 50 })
beforeEach(async () => {
  await resetRateLimits(service.db)
})

const photo = [{ name: 'photo.png' }]
const json = (path: string, body: unknown) => service.fetch(path, jsonPost(body, person.session))
const form = (path: string, fields: Record<string, string>) =>
  service.fetch(path, {
    method: 'POST',
    headers: { ...person.session, origin: service.baseUrl },
    body: generationForm(fields, photo),
  })
async function fetchResponse(sent: Promise<Response>) {
  const response = await sent
  return [response.status, await response.json()] as const
}

describe('a misspelled name is refused before anything is charged', () => {
  const cup = { prompt: 'a cup' }
  const cases: readonly (readonly [string, () => Promise<Response>, string])[] = [
    [
      'inside advanced',
      () => json('/api/generate', { ...cup, advanced: { meshQality: 'ultra' } }),
      'Unknown field "meshQality" in advanced. Did you mean meshQuality?',
    ],
    [
      'of the body',
      () => json('/api/generate', { promt: 'a cup' }),
      'Unknown field "promt". Did you mean prompt?',
    ],
    [
      'an option that is not inside advanced',
      () => json('/api/generate', { ...cup, meshQuality: 'ultra' }),
      'Unknown field "meshQuality". Did you mean advanced.meshQuality?',
    ],
    [
      'in a form',
      () => form('/api/generate', { inputMode: 'image', smoothng: 'strong' }),
      'Unknown field "smoothng". Did you mean smoothing?',
    ],
    [
      'of a retexture',
      () => json('/api/retexture', { generationId: crypto.randomUUID(), promt: 'moss' }),
      'Unknown field "promt". Did you mean prompt?',
    ],
    [
      'of a picture that is drawn',
      () => json('/api/images/generate', { ...cup, sise: '512x512' }),
      'Unknown field "sise". Did you mean size?',
    ],
    [
      'of a picture that is changed',
      () => form('/api/images/edit', { prompt: 'blue', imageUrI: 'x' }),
      'Unknown field "imageUrI". Did you mean imageUrl?',
    ],
  ]
  for (const [name, send, error] of cases) {
    test(name, async () => {
      service.engine.reset()
      expect(await fetchResponse(send())).toEqual([400, { error }])
      expect(service.engine.calls).toEqual([])
      expect(await service.ledger(person)).toEqual([])
    })
  }

  test('in a queued job, whose status reports it', async () => {
    const [, { jobId }] = await fetchResponse(
      json('/api/generate/start', { ...cup, advanced: { sed: 3 } }),
    )
    await workOff(service)
    const [, ended] = await fetchResponse(
      service.fetch(`/api/generate/status?jobId=${jobId}`, { headers: person.session }),
    )
    expect(ended.error).toBe('Unknown field "sed" in advanced. Did you mean seed?')
    expect(await service.ledger(person)).toEqual([])
  })

  test('on the page, with the entered values', async () => {
    const response = await form('/generate', { inputMode: 'text', prompt: 'a cup', stile: 'x' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Did you mean style?')
  })
})

describe('any other unknown name is listed', () => {
  test('in JSON, with the path', async () => {
    const body = { prompt: 'a cup', heightInMm: 80, advanced: { colorful: true } }
    const [status, made] = await fetchResponse(json('/api/generate', body))
    expect(status).toBe(200)
    expect(made.ignored).toEqual(['heightInMm', 'advanced: colorful'])
    const [, job] = await fetchResponse(
      service.fetch(`/api/generate/status?jobId=${made.generationId}`, {
        headers: person.session,
      }),
    )
    expect(job.result.ignored).toEqual(made.ignored)
    // The names concern this request, not a request that follows from it.
    const [, painted] = await fetchResponse(
      json('/api/retexture', {
        generationId: made.generationId,
        prompt: 'moss',
        webhook: 'https://x.example',
      }),
    )
    expect(painted.ignored).toEqual(['webhook'])
  })

  test('in a form, and for pictures', async () => {
    const [, made] = await fetchResponse(
      form('/api/generate', { inputMode: 'image', campaign: 'x' }),
    )
    expect(made.ignored).toEqual(['campaign'])
    const [, drawn] = await fetchResponse(
      json('/api/images/generate', { prompt: 'a cup', campaign: 'x' }),
    )
    expect(drawn.ignored).toEqual(['campaign'])
    const body = new FormData()
    for (const [name, value] of Object.entries({
      imageUrl: drawn.imageUrl,
      prompt: 'make it blue',
      campaign: 'x',
    })) {
      body.set(name, value)
    }
    const [, changed] = await fetchResponse(
      service.fetch('/api/images/edit', { method: 'POST', headers: person.session, body }),
    )
    expect(changed.ignored).toEqual(['campaign'])
  })

  test('and the field is absent without one', async () => {
    const [, made] = await fetchResponse(json('/api/generate', { prompt: 'a cup' }))
    expect(made).not.toHaveProperty('ignored')
    const [, drawn] = await fetchResponse(json('/api/images/generate', { prompt: 'a cup' }))
    expect(drawn).not.toHaveProperty('ignored')
  })
})
