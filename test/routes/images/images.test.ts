// POST /api/images/generate and /api/images/edit (decisions 36): samples, the vendor's stand-in, storage, and use in
// a generation.

import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { startEngineStandIns } from '../../../testing/engines/engine-stand-ins/start.ts'
import { openGenerationService, usePerson } from '../../../testing/engines/generation.ts'
import { opaque, stripes } from '../../../testing/models/pictures.ts'
import { refusal } from '../../../testing/people/submit.ts'
import { waitUntil } from '../../../testing/service/real-server.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 20 })
const other = usePerson(service)
beforeEach(async () => {
  await resetRateLimits(service.db)
})

type Made = {
  readonly imageUrl: string
  readonly width: number
  readonly height: number
  readonly mimeType: string
  readonly persisted: boolean
  readonly source: string
}
const draw = (body: unknown, headers: Record<string, string> = person.session) =>
  service.fetch('/api/images/generate', jsonPost(body, headers))
const form = (path: string, fields: Record<string, string | Uint8Array<ArrayBuffer>>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    body.set(name, typeof value === 'string' ? value : new Blob([value], { type: 'image/png' }))
  }
  return service.fetch(path, { method: 'POST', headers: person.session, body })
}
const edit = (fields: Record<string, string | Uint8Array<ArrayBuffer>>) =>
  form('/api/images/edit', fields)
async function madeBy(sending: Promise<Response>): Promise<Made> {
  const response = await sending
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  return await response.json()
}
const read = (url: string, headers: Record<string, string> = person.session) =>
  service.fetch(`/api/model-proxy?url=${encodeURIComponent(url)}`, { headers })
const photo = () => stripes([{ color: opaque(200, 30, 30), width: 40 }])
const noFilesLeft = () => expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])

verifies(['decision.images.answer', 'decision.images.sample'], async () => {
  const made = await madeBy(draw({ prompt: 'a red teapot' }))
  expect(made).toEqual({
    imageUrl: expect.stringMatching(/^gs:\/\/svc-local\/images\/[0-9a-f]{64}\.png$/),
    width: 1024,
    height: 1024,
    mimeType: 'image/png',
    persisted: true,
    source: 'demo',
  })
  expect((await madeBy(draw({ prompt: 'a red teapot' }))).imageUrl).toBe(made.imageUrl)
  const wide = await madeBy(draw({ prompt: 'a red teapot', size: '1024x768' }))
  expect([wide.width, wide.height]).toEqual([1024, 768])
  const changed = await madeBy(edit({ image: await photo(), prompt: 'make it blue' }))
  expect(changed).toMatchObject({ width: 40, height: 60, mimeType: 'image/png', persisted: true })
  noFilesLeft()
})

verifies('decision.images.no-credits', async () => {
  const balance = () => service.deps.credits.read(person.accountId)
  const before = await balance()
  await madeBy(draw({ prompt: 'a bowl' }))
  await madeBy(edit({ image: await photo(), prompt: 'a blue bowl' }))
  expect(await balance()).toBe(before)
})

verifies('decision.images.stored', async () => {
  const { imageUrl } = await madeBy(draw({ prompt: 'a blue boat', size: '512x512' }))
  const response = await read(imageUrl)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('content-disposition')).toBe('inline; filename="picture.png"')
  const { width, height } = await sharp(await response.bytes()).metadata()
  expect([width, height]).toEqual([512, 512])
  expect((await read(imageUrl, other.session)).status).toBe(403)
  expect((await read(imageUrl, {})).status).toBe(401)
})

verifies('decision.images.generate', async () => {
  const { imageUrl } = await madeBy(draw({ prompt: 'a green frog', size: '512x512' }))
  service.engine.asked.length = 0
  const generate = (body: unknown) => service.fetch('/api/generate', jsonPost(body, person.session))
  expect((await form('/api/generate', { imageUrl })).status).toBe(200)
  expect(
    (
      await generate({
        imageUrl,
        prompt: 'with a hat',
        inputMode: 'image_text',
        advanced: { meshQuality: 'high' },
      })
    ).status,
  ).toBe(200)
  const asked = service.engine.asked.map(({ inputMode, prompt, images, options }) => [
    inputMode,
    prompt,
    images.map(({ mimeType }) => mimeType),
    options.meshQuality,
  ])
  expect(asked).toEqual([
    ['image', 'a green frog', ['image/png'], 'standard'],
    ['image_text', 'with a hat', ['image/png'], 'high'],
  ])
  // In the background, the worker fetches it again.
  const worker = await service.service.startWorker()
  try {
    const queued = await form('/api/generate/start', { imageUrl })
    const { jobId } = await queued.json()
    await waitUntil('the job is done', async () => {
      const job = await service.fetch(`/api/generate/status?jobId=${jobId}`, {
        headers: person.session,
      })
      return (await job.json()).status === 'done'
    })
  } finally {
    await worker.stop()
  }
  expect((await madeBy(edit({ imageUrl, prompt: 'make it red' }))).width).toBe(512)
  const foreign = service.fetch('/api/generate', jsonPost({ imageUrl }, other.session))
  expect(await refusal(foreign)).toEqual([403, 'imageUrl is not a picture of this account.'])
  for (const url of [
    'gs://svc-local/images/none.png',
    'https://example.com/a.png',
    'gs://svc-local/images/\0.png',
  ]) {
    expect(await refusal(generate({ imageUrl: url }))).toEqual([
      403,
      'imageUrl is not a picture of this account.',
    ])
  }
  service.replace({ objects: { fetchToFile: async () => null } })
  expect(await refusal(generate({ imageUrl }))).toEqual([404, 'Could not read that picture.'])
  noFilesLeft()
})

verifies('decision.images.moderated', async () => {
  const moderated: [string, number][] = []
  service.replace({
    languageModel: {
      moderate: async ({ text, images }) => {
        moderated.push([text, images.length])
        return { kind: 'refused', part: 'text', found: { by: 'server', categories: [] } }
      },
    },
    imageModel: {
      draw: () => Promise.reject(new Error('asked')),
      edit: () => Promise.reject(new Error('asked')),
    },
  })
  const nsfw = [
    400,
    {
      error: 'nsfw',
      message: 'Moderation found: content that is not allowed. Describe something else.',
    },
  ] as const
  expect(await refusal(draw({ prompt: 'a cup' }))).toEqual(nsfw)
  expect(await refusal(edit({ image: await photo(), prompt: 'a hat' }))).toEqual(nsfw)
  expect(moderated).toEqual([
    ['a cup', 0],
    ['a hat', 1],
  ])
  service.replace({ languageModel: { moderate: async () => ({ kind: 'unavailable' }) } })
  expect((await draw({ prompt: 'a cup' })).status).toBe(503)
  service.replace({ languageModel: { moderate: async () => ({ kind: 'pictures_not_accepted' }) } })
  expect((await edit({ image: await photo(), prompt: 'a hat' })).status).toBe(503)
})

describe('refusals', () => {
  const long = 'x'.repeat(501)
  const rows: readonly (readonly [string, () => Promise<Response>, number, string])[] = [
    ['no prompt', () => draw({}), 400, 'prompt is required'],
    ['an invisible prompt', () => draw({ prompt: '\u200b' }), 400, 'prompt is required'],
    ['a long prompt', () => draw({ prompt: long }), 400, 'prompt too long (max 500 chars)'],
    [
      'another size',
      () => draw({ prompt: 'a cup', size: '9x9' }),
      400,
      'size must be one of 1024x1024, 1024x768, 768x1024, 512x512',
    ],
    ['no picture', () => edit({ prompt: 'a hat' }), 400, 'image file is required'],
    ['no words', async () => edit({ image: await photo() }), 400, 'prompt is required'],
    [
      'text as a picture',
      () => edit({ image: new Uint8Array(30), prompt: 'a hat' }),
      400,
      'unsupported image type: application/octet-stream',
    ],
    [
      'half a picture',
      async () => edit({ image: (await photo()).slice(0, 60), prompt: 'a hat' }),
      400,
      'The image is damaged or incomplete. Send a whole PNG, JPEG or WebP file.',
    ],
    [
      'too many bytes',
      () => edit({ image: new Uint8Array(10 * 1024 * 1024 + 1), prompt: 'a hat' }),
      400,
      'image exceeds 10MB limit',
    ],
  ]
  for (const [what, send, status, words] of rows) {
    verifies('decision.images.refusals', what, async () => {
      service.replace({
        imageModel: {
          draw: () => Promise.reject(new Error('asked')),
          edit: () => Promise.reject(new Error('asked')),
        },
      })
      expect(await refusal(send())).toEqual([status, words])
      noFilesLeft()
    })
  }

  test('no pictures are made while generation is switched off', async () => {
    service.replace({ engines: { closed: true } })
    expect((await draw({ prompt: 'a cup' })).status).toBe(503)
    expect((await edit({ image: await photo(), prompt: 'a hat' })).status).toBe(503)
  })
})

describe('an image model', () => {
  const standIns = startEngineStandIns()
  afterAll(() => standIns.close())
  const real = useService({ env: standIns.env })
  const post = async (body: unknown) => {
    const cookie = await real.signIn('pictures@example.com')
    return await real.fetch('/api/images/generate', jsonPost(body, { cookie }))
  }

  verifies('decision.images.vendor', async () => {
    const made = await madeBy(post({ prompt: 'a lamp [slow=1]', size: '768x1024' }))
    expect(made).toMatchObject({ width: 1, height: 1, persisted: true, source: 'vendor' })
    const cookie = await real.signIn('pictures@example.com')
    const body = new FormData()
    body.set('image', new Blob([await photo()], { type: 'image/png' }), 'my photo.png')
    body.set('prompt', 'a lamp that is lit')
    const init = { method: 'POST', headers: { cookie }, body }
    const changed = await madeBy(real.fetch('/api/images/edit', init))
    expect(changed).toMatchObject({ persisted: true, source: 'vendor' })
    expect(standIns.madeFor('a lamp').map(({ call, body: sent }) => [call, sent])).toEqual([
      [
        'fal-ai/flux/schnell',
        {
          prompt: 'a lamp [slow=1]',
          image_size: 'portrait_4_3',
          num_images: 1,
          output_format: 'png',
        },
      ],
      [
        'fal-ai/flux-pro/kontext',
        {
          image_url: expect.any(String),
          prompt: 'a lamp that is lit',
          num_images: 1,
          output_format: 'png',
        },
      ],
    ])
    expect(standIns.violations).toEqual([])
  })

  verifies('decision.images.unstored', async () => {
    real.replace({ objects: { putFile: () => Promise.reject(new Error('the bucket is away')) } })
    const made = await madeBy(post({ prompt: 'a chair' }))
    expect(made).toMatchObject({
      imageUrl: expect.stringMatching(/^http.*\.png/),
      persisted: false,
    })
    service.replace({ objects: { putFile: () => Promise.reject(new Error('the disk is full')) } })
    // A sample has no link.
    expect(await refusal(draw({ prompt: 'a chair' }))).toEqual([
      502,
      'Could not store the picture. Try again.',
    ])
  })

  test('reports failures of the vendor as 502, and a refusal as nsfw', async () => {
    expect((await post({ prompt: 'a shoe [failed]' })).status).toBe(502)
    expect(await (await post({ prompt: 'a shoe [banned]' })).json()).toMatchObject({
      error: 'nsfw',
    })
    expect((await post({ prompt: 'a shoe [locked-out]' })).status).toBe(502)
  })
})
