// Every row of the option map for Tripo, as the body that the vendor receives. Expected bodies are derived manually
// from the vendor's pages (services facts, 1.2), and omit what equals the server's default.
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { openEngineBench } from '../../../testing/engines/engine-bench.ts'
import {
  type EngineRequestChange,
  engineRequest,
} from '../../../testing/engines/engine-requests.ts'
import { closing } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const bench = openEngineBench({ only: 'tripo' })
afterAll(() => bench.close())
afterEach(() => expect(bench.vendors.violations).toEqual([]))

const text = '/v3/generation/text-to-model'
const image = '/v3/generation/image-to-model'
const multiview = '/v3/generation/multiview-to-model'

/** Returns the calls and bodies of all tasks of a request, in order. */
async function callsFor(change: EngineRequestChange) {
  const before = bench.vendors.made.length
  const outcome = await bench.run(engineRequest(change))
  if (outcome.kind !== 'finished') throw new Error(outcome.message)
  return bench.vendors.made.slice(before).map(({ call, body }) => ({ call, body }))
}

const h31 = 'v3.1-20260211'
const p1 = 'P1-20260311'
const pinned = { engine: 'engine_2' } as const
const pinnedP1 = { engine: 'engine_2_p1' } as const

describe('text', () => {
  test('a plain request sends model, prompt and number of faces, and no defaults', async () => {
    expect(await callsFor({ mode: 'hi_fi', prompt: 'a boat' })).toEqual([
      { call: text, body: { prompt: 'a boat', model: h31, face_limit: 50_000 } },
    ])
  })

  test('a draft without a pinned family is bare geometry: pbr alone would texture it again', async () => {
    expect(await callsFor({ prompt: 'a boat' })).toEqual([
      {
        call: text,
        body: { prompt: 'a boat', model: h31, face_limit: 50_000, texture: false, pbr: false },
      },
    ])
  })

  test.each([
    ['engine_2', h31, 50_000],
    ['engine_2_p1', p1, 20_000],
  ] as const)('a draft that pins %s is textured', async (engine, model, faces) => {
    expect(await callsFor({ prompt: 'a boat', options: { engine } })).toEqual([
      { call: text, body: { prompt: 'a boat', model, face_limit: faces } },
    ])
  })

  test('a prompt is cut to the 1024 characters that the vendor accepts, never inside a character', async () => {
    const prompt = `${'b'.repeat(1023)}\u{1F9CA}`
    const [made] = await callsFor({ prompt })
    expect(made?.body['prompt']).toBe('b'.repeat(1023))
  })
})

describe('options', () => {
  verifies(
    'gen.option.mesh-quality',
    'the requested number of triangles is sent, within the range of the model',
    async () => {
      const faces = async (change: EngineRequestChange) =>
        (await callsFor(change))[0]?.body['face_limit']
      expect(await faces({ options: { ...pinned, meshQuality: 'standard' } })).toBe(50_000)
      expect(await faces({ options: { ...pinned, meshQuality: 'high' } })).toBe(200_000)
      expect(await faces({ options: { ...pinned, meshQuality: 'ultra' } })).toBe(500_000)
      expect(await faces({ options: { ...pinnedP1, meshQuality: 'ultra' } })).toBe(20_000)
    },
  )

  verifies(
    'gen.option.topology',
    'quads arrive as FBX, so they are converted to a GLB',
    async () => {
      const calls = await callsFor({ prompt: 'a boat', options: { ...pinned, topology: 'quads' } })
      const [first] = bench.vendors.made.slice(-2)
      expect(calls).toEqual([
        { call: text, body: { prompt: 'a boat', model: h31, face_limit: 50_000, quad: true } },
        { call: '/v3/models/convert', body: { input: first?.id, format: 'GLTF' } },
      ])
      expect(
        await callsFor({ prompt: 'a boat', options: { ...pinnedP1, topology: 'quads' } }),
      ).toEqual([{ call: text, body: { prompt: 'a boat', model: p1, face_limit: 20_000 } }])
    },
  )

  verifies(
    'gen.option.negative-prompt',
    'is cut to the 255 characters that this family accepts',
    async () => {
      const options = { ...pinned, negativePrompt: 'n'.repeat(1024) }
      expect(await callsFor({ prompt: 'a boat', options })).toEqual([
        {
          call: text,
          body: {
            prompt: 'a boat',
            negative_prompt: 'n'.repeat(255),
            model: h31,
            face_limit: 50_000,
          },
        },
      ])
      const [fromP1] = await callsFor({ options: { ...pinnedP1, negativePrompt: 'no wheels' } })
      expect(fromP1?.body['negative_prompt']).toBe('no wheels')
    },
  )

  verifies(
    'gen.option.smart-low-poly',
    'has a separate range of faces, and does not apply to P1',
    async () => {
      const low = { smartLowPoly: true, meshQuality: 'ultra' } as const
      expect(await callsFor({ prompt: 'a boat', options: { ...pinned, ...low } })).toEqual([
        {
          call: text,
          body: { prompt: 'a boat', model: h31, face_limit: 20_000, smart_low_poly: true },
        },
      ])
      const [quads] = await callsFor({ options: { ...pinned, ...low, topology: 'quads' } })
      expect(quads?.body).toMatchObject({ face_limit: 10_000, smart_low_poly: true, quad: true })
      const [onP1] = await callsFor({ options: { ...pinnedP1, ...low } })
      expect(onP1?.body).not.toHaveProperty('smart_low_poly')
    },
  )

  verifies('gen.option.generate-parts', 'forces textures and quads off', async () => {
    const options = { ...pinned, generateParts: true, topology: 'quads' } as const
    expect(await callsFor({ prompt: 'a boat', options })).toEqual([
      {
        call: text,
        body: {
          prompt: 'a boat',
          model: h31,
          face_limit: 50_000,
          texture: false,
          pbr: false,
          generate_parts: true,
        },
      },
    ])
  })

  test('textures off switches pbr off as well', async () => {
    const [made] = await callsFor({
      options: { ...pinned, textures: false, textureResolution: '8k' },
    })
    expect(made?.body).toMatchObject({ texture: false, pbr: false })
    expect(made?.body).not.toHaveProperty('texture_quality')
  })

  verifies(
    'gen.option.texture-resolution',
    '1k is raised to 2k, the standard of this vendor',
    async () => {
      const quality = async (textureResolution: '1k' | '2k' | '4k' | '8k') =>
        (await callsFor({ options: { ...pinned, textureResolution } }))[0]?.body['texture_quality']
      expect(await quality('1k')).toBeUndefined()
      expect(await quality('2k')).toBeUndefined()
      expect(await quality('4k')).toBe('detailed')
      expect(await quality('8k')).toBe('extreme')
    },
  )

  verifies('gen.option.seed', 'seeds the mesh, and the picture of a text', async () => {
    const [made] = await callsFor({ options: { ...pinned, seed: 42 } })
    expect(made?.body).toMatchObject({ model_seed: 42, image_seed: 42 })
    const images = [bench.picture()]
    expect(made?.body['texture_seed']).toBe(42)
    const [bare] = await callsFor({ options: { ...pinned, seed: 42, textures: false } })
    expect(bare?.body).not.toHaveProperty('texture_seed')
    const [pictured] = await callsFor({
      inputMode: 'image',
      images,
      options: { ...pinned, seed: 42 },
    })
    expect(pictured?.body['model_seed']).toBe(42)
    expect(pictured?.body).not.toHaveProperty('image_seed')
    // The vendor accepts 32 bits; any other seed is ignored.
    for (const seed of [-1, 1.5, 2 ** 31]) {
      const [unseeded] = await callsFor({ options: { ...pinned, seed } })
      expect(unseeded?.body).not.toHaveProperty('model_seed')
    }
  })

  verifies('gen.option.output-format', 'changes nothing: the bytes are GLB', async () => {
    for (const outputFormat of ['obj', 'stl', 'fbx', 'usdz', '3mf'] as const) {
      expect(await callsFor({ prompt: 'a boat', options: { ...pinned, outputFormat } })).toEqual([
        { call: text, body: { prompt: 'a boat', model: h31, face_limit: 50_000 } },
      ])
    }
  })
})

describe('pictures', () => {
  test('one picture is uploaded as a file and referred to by its token', async () => {
    const picture = bench.picture()
    const [made] = await callsFor({ inputMode: 'image', images: [picture], options: pinned })
    expect(made).toEqual({
      call: image,
      body: { input: expect.stringMatching(/^file_/), model: h31, face_limit: 50_000 },
    })
    const sent = bench.vendors.sent(String(bench.vendors.made.at(-1)?.body['input']))
    expect(Buffer.compare(sent ?? new Uint8Array(), await Bun.file(picture.path).bytes())).toBe(0)
  })

  verifies(
    'gen.multipart.hi-fi',
    'hi-fi requests detailed geometry and detailed textures',
    async () => {
      const hiFi = { mode: 'hi_fi', inputMode: 'image' } as const
      const body = async (change: EngineRequestChange) =>
        (await callsFor({ ...hiFi, images: [bench.picture()], ...change }))[0]?.body
      expect(await body({})).toMatchObject({
        geometry_quality: 'detailed',
        texture_quality: 'detailed',
      })
      expect(await body({ options: { textureResolution: '8k' } })).toMatchObject({
        geometry_quality: 'detailed',
        texture_quality: 'extreme',
      })
      const bare = await body({ options: { textures: false } })
      expect(bare).toMatchObject({ geometry_quality: 'detailed', texture: false, pbr: false })
      expect(bare).not.toHaveProperty('texture_quality')
      // P1 has one geometry.
      const onP1 = await body({ options: pinnedP1 })
      expect(onP1).toMatchObject({ texture_quality: 'detailed' })
      expect(onP1).not.toHaveProperty('geometry_quality')
      const draft = await body({ mode: 'fast_draft', options: pinned })
      expect(draft).not.toHaveProperty('geometry_quality')
    },
  )

  test.each([
    ['engine_2', h31, 50_000],
    ['engine_2_p1', p1, 20_000],
  ] as const)('words with a picture change it before %s reads it', async (engine, model, faces) => {
    const request = {
      inputMode: 'image_text',
      images: [bench.picture()],
      prompt: 'in red',
    } as const
    const calls = await callsFor({ ...request, options: { engine } })
    const [edit] = bench.vendors.made.slice(-2)
    expect(calls).toEqual([
      {
        call: '/v3/generation/image-to-image',
        body: {
          input: expect.stringMatching(/^file_/),
          prompt: 'in red, one object, all of it in view, plain white background',
        },
      },
      // Tripo accepts the task that created a picture in place of the picture.
      { call: image, body: { input: edit?.id, model, face_limit: faces } },
    ])
  })

  test.each([2, 3, 4])(
    '%d views are named front, left, back, right; missing ones are null',
    async (count) => {
      const images = Array.from({ length: count }, () => bench.picture())
      const [made] = await callsFor({ inputMode: 'multiview', images, options: pinned })
      expect(made?.call).toBe(multiview)
      const inputs = made?.body['inputs']
      if (!Array.isArray(inputs)) throw new Error('no inputs')
      expect(inputs).toHaveLength(4)
      expect(inputs.slice(0, count)).toEqual(Array(count).fill(expect.stringMatching(/^file_/)))
      expect(inputs.slice(count)).toEqual(Array(4 - count).fill(null))
      expect(new Set(inputs.slice(0, count)).size).toBe(count)
    },
  )

  test('named sides have fixed places: with front and back only, left and right are null', async () => {
    const images = [bench.picture('', { view: 'front' }), bench.picture('', { view: 'back' })]
    const [made] = await callsFor({ inputMode: 'multiview', images, options: pinned })
    const file = expect.stringMatching(/^file_/)
    expect(made?.body['inputs']).toEqual([file, null, file, null])
  })
})

test('a refused 8K is replaced once by the next best value', async () => {
  await using older = closing(openEngineBench({ only: 'tripo', takesExtreme: false }))
  const outcome = await older.run(
    engineRequest({ options: { ...pinned, textureResolution: '8k' } }),
  )
  expect(outcome.kind).toBe('finished')
  expect(older.vendors.refused.map(({ code }) => code)).toEqual([1004])
  expect(older.vendors.made.map(({ body }) => body['texture_quality'])).toEqual(['detailed'])
  if (outcome.kind !== 'finished') throw new Error(outcome.message)
  expect(outcome.task.notes).toEqual([
    'textureResolution 8k was limited to 4k: engine_2 did not accept 8k.',
  ])
  // The same happens in a later step, which another process may execute.
  const request = { inputMode: 'image_text', images: [older.picture()] } as const
  const edited = await older.run(
    engineRequest({ ...request, options: { ...pinned, textureResolution: '8k' } }),
  )
  if (edited.kind !== 'finished') throw new Error(edited.message)
  expect(edited.task.notes).toEqual(outcome.task.notes ?? [])
})
