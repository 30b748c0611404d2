// Every row of the option map for the engines on fal, as the body that the vendor receives. Expected bodies are
// derived manually from fal's pages and the types of its client (services facts, 1.4).
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { openEngineBench } from '../../../testing/engines/engine-bench.ts'
import {
  type EngineRequestChange,
  engineRequest,
} from '../../../testing/engines/engine-requests.ts'
import { verifies } from '../../helpers/verifies.ts'

const bench = openEngineBench({ only: 'fal' })
afterAll(() => bench.close())
afterEach(() => expect(bench.vendors.violations).toEqual([]))

async function callsFor(change: EngineRequestChange) {
  const before = bench.vendors.made.length
  const outcome = await bench.run(engineRequest(change))
  if (outcome.kind !== 'finished') throw new Error(outcome.message)
  return bench.vendors.made.slice(before).map(({ call, body }) => ({ call, body }))
}

const anUpload = expect.stringMatching(/\/files\/[\w-]+\.png$/)
const aMadePicture = expect.stringMatching(/\/links\/.+\.png/)
const aMadeModel = expect.stringMatching(/\/links\/.+\.glb/)
const edited = 'fal-ai/flux-pro/kontext'
const editBody = {
  image_url: anUpload,
  prompt: 'in red, one object, all of it in view, plain white background',
  num_images: 1,
  output_format: 'png',
}
const meshy = { engine: 'engine_1' } as const
const trellis = { engine: 'engine_3' } as const
const hunyuan = { engine: 'engine_4' } as const

describe('engine_1, Meshy 6', () => {
  const call = 'fal-ai/meshy/v6/text-to-3d'
  const shape = { topology: 'triangle', target_polycount: 50_000, should_remesh: true }

  test('a text draft is a preview, which is bare geometry', async () => {
    expect(await callsFor({ prompt: 'a boat', options: meshy })).toEqual([
      { call, body: { prompt: 'a boat', mode: 'preview', ...shape } },
    ])
  })

  test('a hi-fi text is the full model, unless textures are off', async () => {
    const hiFi = { mode: 'hi_fi', prompt: 'a boat' } as const
    expect(await callsFor({ ...hiFi, options: meshy })).toEqual([
      { call, body: { prompt: 'a boat', mode: 'full', ...shape, enable_pbr: true } },
    ])
    expect(await callsFor({ ...hiFi, options: { ...meshy, textures: false } })).toEqual([
      { call, body: { prompt: 'a boat', mode: 'preview', ...shape } },
    ])
  })

  verifies('gen.option.topology', 'quads are requested from this engine', async () => {
    const [made] = await callsFor({ options: { ...meshy, topology: 'quads' } })
    expect(made?.body).toMatchObject({ topology: 'quad', should_remesh: true })
  })

  verifies(
    'gen.option.mesh-quality',
    'the count is limited to 300,000, the maximum of this engine',
    async () => {
      const count = async (meshQuality: 'standard' | 'high' | 'ultra') =>
        (await callsFor({ options: { ...meshy, meshQuality } }))[0]?.body['target_polycount']
      expect(await count('standard')).toBe(50_000)
      expect(await count('high')).toBe(200_000)
      expect(await count('ultra')).toBe(300_000)
    },
  )

  verifies('gen.option.seed', 'a seed is sent for texts and omitted for pictures', async () => {
    const [written] = await callsFor({ options: { ...meshy, seed: 7 } })
    expect(written?.body['seed']).toBe(7)
    const images = [bench.picture()]
    const [pictured] = await callsFor({
      inputMode: 'image',
      images,
      options: { ...meshy, seed: 7 },
    })
    expect(pictured?.body).not.toHaveProperty('seed')
  })

  test('options of the other family and a negative prompt are omitted', async () => {
    const options = {
      ...meshy,
      negativePrompt: 'no sails',
      smartLowPoly: true,
      generateParts: true,
    }
    expect(await callsFor({ prompt: 'a boat', options })).toEqual([
      { call, body: { prompt: 'a boat', mode: 'preview', ...shape } },
    ])
  })

  test('a prompt is cut to 600 characters', async () => {
    const [made] = await callsFor({ prompt: 'b'.repeat(900), options: meshy })
    expect(made?.body['prompt']).toBe('b'.repeat(600))
  })

  test('a picture is sent by its link; words change it first and guide the texture', async () => {
    const images = [bench.picture()]
    const pictured = 'fal-ai/meshy/v6/image-to-3d'
    const body = { image_url: anUpload, should_texture: true, ...shape, enable_pbr: true }
    expect(await callsFor({ inputMode: 'image', images, prompt: 'x', options: meshy })).toEqual([
      { call: pictured, body },
    ])
    expect(
      await callsFor({ inputMode: 'image_text', images, prompt: 'in red', options: meshy }),
    ).toEqual([
      { call: edited, body: editBody },
      { call: pictured, body: { ...body, image_url: aMadePicture, texture_prompt: 'in red' } },
    ])
    const sent = bench.vendors.sent(String(bench.vendors.made.at(-2)?.body['image_url']))
    expect(sent).toEqual(await Bun.file(images[0]?.path ?? '').bytes())
    const bare = { ...meshy, textures: false }
    expect(
      await callsFor({ inputMode: 'image_text', images, prompt: 'in red', options: bare }),
    ).toEqual([
      { call: edited, body: editBody },
      { call: pictured, body: { image_url: aMadePicture, should_texture: false, ...shape } },
    ])
  })

  test('several pictures go to the model that accepts several', async () => {
    const images = [bench.picture(), bench.picture(), bench.picture()]
    expect(await callsFor({ inputMode: 'multiview', images, options: meshy })).toEqual([
      {
        call: 'fal-ai/meshy/v5/multi-image-to-3d',
        body: {
          image_urls: [anUpload, anUpload, anUpload],
          should_texture: true,
          ...shape,
          enable_pbr: true,
        },
      },
    ])
  })
})

describe('engine_3, Trellis 2', () => {
  const call = 'fal-ai/trellis-2'
  const usual = { resolution: '1024', texture_size: '2048', decimation_target: 50_000 }

  test('a picture is sufficient', async () => {
    const images = [bench.picture()]
    expect(
      await callsFor({ inputMode: 'image', images, options: { ...trellis, seed: 3 } }),
    ).toEqual([{ call, body: { image_url: anUpload, ...usual, seed: 3 } }])
    const [hiFi] = await callsFor({ mode: 'hi_fi', inputMode: 'image', images, options: trellis })
    expect(hiFi?.body['resolution']).toBe('1536')
  })

  test('words sent with a picture edit it first', async () => {
    const images = [bench.picture()]
    const request = { inputMode: 'image_text', images, prompt: 'in red' } as const
    expect(await callsFor({ ...request, options: { ...trellis, seed: 3 } })).toEqual([
      { call: edited, body: { ...editBody, seed: 3 } },
      { call, body: { ...usual, seed: 3, image_url: aMadePicture } },
    ])
  })

  verifies(
    'gen.multipart.hi-fi',
    'hi-fi has 1536 steps across and textures of 4096 px',
    async () => {
      const images = [bench.picture()]
      const body = async (textureResolution: '1k' | '2k' | '8k') => {
        const options = { ...trellis, textureResolution }
        return (await callsFor({ mode: 'hi_fi', inputMode: 'image', images, options }))[0]?.body
      }
      for (const size of ['1k', '2k', '8k'] as const) {
        expect(await body(size)).toMatchObject({ resolution: '1536', texture_size: '4096' })
      }
    },
  )

  test('for a text, a picture is made first', async () => {
    const [drawn, made, ...more] = await callsFor({
      prompt: 'a boat',
      options: { ...trellis, seed: 3 },
    })
    expect(more).toEqual([])
    expect(drawn).toEqual({
      call: 'fal-ai/flux/schnell',
      body: {
        prompt: 'a boat, one object, all of it in view, plain white background',
        image_size: 'square_hd',
        num_images: 1,
        output_format: 'png',
        seed: 3,
      },
    })
    expect(made).toEqual({ call, body: { ...usual, seed: 3, image_url: aMadePicture } })
  })

  verifies('gen.option.texture-resolution', '8k is clamped to 4096 px', async () => {
    const images = [bench.picture()]
    const size = async (textureResolution: '1k' | '2k' | '4k' | '8k') =>
      (
        await callsFor({ inputMode: 'image', images, options: { ...trellis, textureResolution } })
      )[0]?.body['texture_size']
    expect(await size('1k')).toBe('1024')
    expect(await size('2k')).toBe('2048')
    expect(await size('4k')).toBe('4096')
    expect(await size('8k')).toBe('4096')
  })

  verifies(
    'gen.option.mesh-quality',
    'the requested number of triangles is sent as the decimation target',
    async () => {
      const images = [bench.picture()]
      for (const [meshQuality, target] of [
        ['high', 200_000],
        ['ultra', 500_000],
      ] as const) {
        const [made] = await callsFor({
          inputMode: 'image',
          images,
          options: { ...trellis, meshQuality },
        })
        expect(made?.body['decimation_target']).toBe(target)
      }
    },
  )
})

describe('engine_4, Hunyuan3D 3.1 Pro', () => {
  const written = 'fal-ai/hunyuan-3d/v3.1/pro/text-to-3d'
  const pictured = 'fal-ai/hunyuan-3d/v3.1/pro/image-to-3d'
  const painted = { face_count: 50_000, generate_type: 'Normal', enable_pbr: true }
  const bare = { face_count: 50_000, generate_type: 'Geometry' }

  test('for a text, a draft is bare geometry, and hi-fi is textured', async () => {
    expect(await callsFor({ prompt: 'a boat', options: hunyuan })).toEqual([
      { call: written, body: { prompt: 'a boat', ...bare } },
    ])
    expect(await callsFor({ mode: 'hi_fi', prompt: 'a boat', options: hunyuan })).toEqual([
      { call: written, body: { prompt: 'a boat', ...painted } },
    ])
  })

  test('one picture is sent alone, and several are sent as views named by side', async () => {
    const images = [bench.picture(), bench.picture(), bench.picture(), bench.picture()]
    expect(
      await callsFor({ inputMode: 'image', images: images.slice(0, 1), options: hunyuan }),
    ).toEqual([{ call: pictured, body: { input_image_url: anUpload, ...painted } }])
    expect(
      await callsFor({ inputMode: 'multiview', images: images.slice(0, 2), options: hunyuan }),
    ).toEqual([
      { call: pictured, body: { input_image_url: anUpload, left_image_url: anUpload, ...painted } },
    ])
    expect(await callsFor({ inputMode: 'multiview', images, options: hunyuan })).toEqual([
      {
        call: pictured,
        body: {
          input_image_url: anUpload,
          left_image_url: anUpload,
          back_image_url: anUpload,
          right_image_url: anUpload,
          ...painted,
        },
      },
    ])
    const sides = [bench.picture('', { view: 'front' }), bench.picture('', { view: 'back' })]
    expect(await callsFor({ inputMode: 'multiview', images: sides, options: hunyuan })).toEqual([
      { call: pictured, body: { input_image_url: anUpload, back_image_url: anUpload, ...painted } },
    ])
  })

  verifies('gen.option.mesh-quality', 'the requested number of faces is sent', async () => {
    const [made] = await callsFor({ options: { ...hunyuan, meshQuality: 'ultra' } })
    expect(made?.body['face_count']).toBe(500_000)
  })

  verifies('gen.option.refinement-pass', 'is a second pass over the first model', async () => {
    const images = [bench.picture()]
    const options = { ...hunyuan, refinementPass: true, seed: 5 } as const
    expect(await callsFor({ inputMode: 'image', images, options })).toEqual([
      { call: pictured, body: { input_image_url: anUpload, ...painted } },
      {
        call: 'fal-ai/ultrashape',
        body: { image_url: anUpload, seed: 5, model_url: aMadeModel },
      },
    ])
  })

  verifies(
    'gen.option.refinement-pass',
    'for a text, a picture is made first, and both passes read it',
    async () => {
      const options = { ...hunyuan, refinementPass: true } as const
      const calls = await callsFor({ mode: 'hi_fi', prompt: 'a boat', options })
      expect(calls.map(({ call }) => call)).toEqual([
        'fal-ai/flux/schnell',
        pictured,
        'fal-ai/ultrashape',
      ])
      expect(calls[1]?.body).toEqual({ ...painted, input_image_url: aMadePicture })
      expect(calls[2]?.body).toEqual({
        image_url: calls[1]?.body['input_image_url'],
        model_url: aMadeModel,
      })
    },
  )

  test('words with a picture change it before both passes read it', async () => {
    const images = [bench.picture()]
    const options = { ...hunyuan, refinementPass: true } as const
    const calls = await callsFor({ inputMode: 'image_text', images, prompt: 'in red', options })
    expect(calls).toEqual([
      { call: edited, body: editBody },
      { call: pictured, body: { input_image_url: aMadePicture, ...painted } },
      { call: 'fal-ai/ultrashape', body: { image_url: aMadePicture, model_url: aMadeModel } },
    ])
  })

  test('without the option there is one pass, and other engines ignore it', async () => {
    const images = [bench.picture()]
    expect(await callsFor({ inputMode: 'image', images, options: hunyuan })).toHaveLength(1)
    const options = { ...trellis, refinementPass: true }
    expect(await callsFor({ inputMode: 'image', images, options })).toHaveLength(1)
  })
})

describe('headers', () => {
  test('a run that has not started in 15 minutes is dropped, and its files are deleted after an hour', async () => {
    await callsFor({ prompt: 'a boat with headers', options: meshy })
    const made = bench.vendors.madeFor('a boat with headers')
    expect(made.map(({ headers }) => headers)).toEqual([
      {
        'x-fal-request-timeout': '900',
        'x-fal-object-lifecycle-preference': '{"expiration_duration_seconds":3600}',
      },
    ])
  })
})
