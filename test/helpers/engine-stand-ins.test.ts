// The stand-ins themselves: they refuse what the vendors refuse, with the vendors' codes, and detect a misplaced key.
import { afterAll, describe, expect, test } from 'bun:test'
import { scriptedPng, startEngineStandIns } from '../../testing/engines/engine-stand-ins/start.ts'
import { jsonPost } from '../../testing/service/requests.ts'

const vendors = startEngineStandIns()
afterAll(() => vendors.close())

async function tripo(path: string, body: unknown, key = vendors.tripo.apiKey) {
  const response = await fetch(
    `${vendors.tripo.apiBase}${path}`,
    jsonPost(body, { authorization: `Bearer ${key}` }),
  )
  const { code } = await response.json()
  return [response.status, code]
}

async function fal(path: string, init: RequestInit = {}) {
  const authorization = `Key ${vendors.fal.apiKey}`
  const response = await fetch(`${vendors.fal.apiBase}${path}`, {
    ...init,
    headers: { authorization, 'content-type': 'application/json' },
  })
  return { status: response.status, json: await response.json() }
}

describe('Tripo', () => {
  const text = '/v3/generation/text-to-model'
  const good = { prompt: 'a boat', model: 'v3.1-20260211' }
  const p1 = { ...good, model: 'P1-20260311' }

  test('refuses another key', async () => {
    expect(await tripo(text, good, 'tsk_other')).toEqual([401, 1002])
  })

  test('accepts what its pages describe', async () => {
    expect(await tripo(text, good)).toEqual([200, 0])
    expect(
      await tripo(text, { ...good, quad: true, smart_low_poly: true, face_limit: 10_000 }),
    ).toEqual([200, 0])
    expect(await tripo(text, { ...p1, face_limit: 48, texture_quality: 'extreme' })).toEqual([
      200, 0,
    ])
  })

  test.each([
    ['no prompt', text, { model: 'v3.1-20260211' }, [400, 1004]],
    ['a prompt too long', text, { ...good, prompt: 'x'.repeat(1025) }, [400, 1004]],
    [
      'a negative prompt too long',
      text,
      { ...good, negative_prompt: 'x'.repeat(256) },
      [400, 1004],
    ],
    ['an unknown field', text, { ...good, polycount: 5 }, [400, 1004]],
    ['an unknown quality', text, { ...good, texture_quality: '4k' }, [400, 1004]],
    ['an unknown model', text, { ...good, model: 'v9' }, [400, 2017]],
    ['a retired model', text, { ...good, model: 'v1.4-20240625' }, [400, 2015]],
    ['an unknown path', '/v3/generation/refine', good, [400, 2002]],
    ['quads of P1', text, { ...p1, quad: true }, [400, 1004]],
    ['smart low poly of P1', text, { ...p1, smart_low_poly: true }, [400, 1004]],
    ['too many faces of P1', text, { ...p1, face_limit: 20_001 }, [400, 1004]],
    [
      'too many faces of smart low poly',
      text,
      { ...good, smart_low_poly: true, face_limit: 50_000 },
      [400, 1004],
    ],
    ['parts with textures', text, { ...good, generate_parts: true }, [400, 1004]],
    ['parts with pbr alone', text, { ...good, generate_parts: true, texture: false }, [400, 1004]],
    [
      'a file that was not sent',
      '/v3/generation/image-to-model',
      { input: 'file_x', model: good.model },
      [404, 2019],
    ],
    [
      'a task that does not exist',
      '/v3/models/convert',
      { input: crypto.randomUUID(), format: 'GLTF' },
      [404, 2001],
    ],
    ['an unknown format', '/v3/models/convert', { input: 'x', format: 'GLB' }, [400, 1004]],
    [
      'one view alone',
      '/v3/generation/multiview-to-model',
      { inputs: ['file_x', null, null, null], model: good.model },
      [400, 1004],
    ],
  ] as const)('refuses %s', async (_, path, body, response) => {
    expect(await tripo(path, body)).toEqual([...response])
  })
})

describe('fal', () => {
  const submit = (endpoint: string, body: unknown) =>
    fal(`/${endpoint}`, { method: 'POST', body: JSON.stringify(body) })

  test('a run with a wrong input is COMPLETED, and its result is a 422 that names the field', async () => {
    const { json } = await submit('fal-ai/trellis-2', {
      image_url: 'https://x/y',
      texture_size: '8192',
    })
    const status = await fal(`/fal-ai/trellis-2/requests/${json.request_id}/status`)
    expect(status.json.status).toBe('COMPLETED')
    const result = await fal(`/fal-ai/trellis-2/requests/${json.request_id}`)
    expect(result.status).toBe(422)
    expect(result.json.detail).toMatchObject([{ loc: ['body', 'texture_size'] }])
  })

  test('the address of a request contains only owner and name', async () => {
    const { json } = await submit('fal-ai/meshy/v6/text-to-3d', { prompt: 'a boat' })
    expect(json.status_url).toEndWith(`/fal-ai/meshy/requests/${json.request_id}/status`)
    expect((await fal(`/fal-ai/trellis-2/requests/${json.request_id}`)).status).toBe(404)
  })

  test('an unknown endpoint is 404, a wrong key 401', async () => {
    expect((await submit('fal-ai/meshy/v9/text-to-3d', { prompt: 'a' })).status).toBe(404)
    const wrong = await fetch(`${vendors.fal.apiBase}/fal-ai/trellis-2`, { method: 'POST' })
    expect(wrong.status).toBe(401)
  })
})

test('a key that is sent to the model storage is refused and recorded', async () => {
  const [status] = await tripo('/v3/generation/text-to-model', {
    prompt: 'leak',
    model: 'v3.1-20260211',
  })
  expect(status).toBe(200)
  const id = vendors.madeFor('leak')[0]?.id
  const headers = { authorization: `Bearer ${vendors.tripo.apiKey}` }
  const task = await (await fetch(`${vendors.tripo.apiBase}/v3/tasks/${id}`, { headers })).json()
  const link: string = task.data.output.model_url
  expect((await fetch(link)).status).toBe(200)
  expect(vendors.violations).toEqual([])
  expect((await fetch(link, { headers })).status).toBe(500)
  expect((await fetch(`${link}&key=${vendors.tripo.apiKey}`)).status).toBe(500)
  expect(vendors.violations).toHaveLength(2)
})

test('a scripted picture is a PNG that contains its words', () => {
  const bytes = Buffer.from(scriptedPng('[slow=2]'))
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
  expect(bytes.toString('latin1')).toEndWith('IEND\xae\x42\x60\x82[slow=2]')
})
