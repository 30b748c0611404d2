// The location and camera in a photo reach no vendor: neither an engine nor the image model nor moderation.
import { beforeEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { openGenerationService, usePerson } from '../../../testing/engines/generation.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { until } from '../../../testing/service/until.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = usePerson(service, { credits: 50 })
const secret = 'SecretCamera'
/** Data that left the service, as text. */
let left: { to: string; bytes: Buffer }[] = []

beforeEach(async () => {
  await resetRateLimits(service.db)
  left = []
  const keep = (to: string, images: readonly { readonly path: string }[]) => {
    for (const { path } of images) left.push({ to, bytes: readFileSync(path) })
  }
  const { start } = service.engine.script
  service.engine.script.start = (request) => {
    keep('engine', request.images)
    return start(request)
  }
  const { imageModel, languageModel } = service.deps
  service.replace({
    imageModel: {
      ...imageModel,
      edit: async (request) => {
        keep('image model', [request.image])
        return await imageModel.edit(request)
      },
    },
    languageModel: {
      ...languageModel,
      moderate: async (input) => {
        keep('moderation', input.images)
        return { kind: 'allowed' }
      },
    },
  })
})

/** Returns a photo of 40 x 20 pixels with an orientation of a quarter turn. */
async function photo() {
  const bytes = await sharp({
    create: { width: 40, height: 20, channels: 3, background: '#2060a0' },
  })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: secret }, IFD3: { GPSLatitude: '52/1 31/1 12/1' } })
    .jpeg()
    .toBuffer()
  expect(bytes.toString('latin1')).toContain(secret)
  return new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' })
}

async function form(fields: Record<string, string>, name = 'image', count = 1) {
  const body = new FormData()
  for (const [key, value] of Object.entries(fields)) body.set(key, value)
  for (let at = 0; at < count; at++) body.append(name, await photo())
  return body
}

async function send(path: string, body: FormData) {
  const response = await service.fetch(
    path,
    rawPost(body, { ...person.session, origin: service.baseUrl }),
  )
  return { status: response.status, body: await response.text() }
}

async function expectClean(receivers: readonly string[]) {
  expect([...new Set(left.map(({ to }) => to))].sort()).toEqual([...receivers].sort())
  for (const { bytes } of left) {
    expect(bytes.toString('latin1')).not.toContain(secret)
    const { exif, width, height, orientation } = await sharp(bytes).metadata()
    expect([exif, width, height, orientation]).toEqual([undefined, 20, 40, undefined])
  }
}

test('POST /api/generate passes no metadata on', async () => {
  expect((await send('/api/generate', await form({ inputMode: 'image' }))).status).toBe(200)
  await expectClean(['engine', 'moderation'])
})

test('POST /api/generate with several photos passes no metadata on', async () => {
  const body = await form({ inputMode: 'multiview' }, 'images', 4)
  expect((await send('/api/generate', body)).status).toBe(200)
  await expectClean(['engine', 'moderation'])
  expect(left.length).toBe(8)
})

test('POST /api/generate/start passes no metadata on, by the worker', async () => {
  const worker = await service.service.startWorker()
  try {
    const body = await form({ inputMode: 'image_text', prompt: 'in red' })
    expect((await send('/api/generate/start', body)).status).toBe(200)
    await until(async () => left.some(({ to }) => to === 'engine'))
  } finally {
    await worker.stop()
  }
  await expectClean(['engine', 'moderation'])
})

test('the form of /generate passes no metadata on', async () => {
  const worker = await service.service.startWorker()
  try {
    expect((await send('/generate', await form({ inputMode: 'image' }))).status).toBe(303)
    await until(async () => left.some(({ to }) => to === 'engine'))
  } finally {
    await worker.stop()
  }
  await expectClean(['engine', 'moderation'])
})

test('POST /api/images/edit passes no metadata on', async () => {
  expect((await send('/api/images/edit', await form({ prompt: 'in red' }))).status).toBe(200)
  await expectClean(['image model', 'moderation'])
})
