// POST /api/detect-colors: shares, stock colors and refusals (decisions 35). Areas are chosen manually.

import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { opaque, type Quad, quadsGlb, stripes } from '../../../testing/models/pictures.ts'
import { refusal } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { upload, uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
let cookie = ''
beforeAll(async () => {
  cookie = await service.signIn('colors@example.com')
})
beforeEach(async () => {
  await resetRateLimits(service.db)
})

type Bytes = Uint8Array<ArrayBuffer>
type Colors = readonly {
  hex: string
  share: number
  stock: { name: string; hex: string; distance: number }
  billedPerGram: number
}[]
const sendPicture = (bytes: Bytes, name = 'image') => {
  const body = new FormData()
  body.set(name, new Blob([bytes]), 'photo')
  return service.fetch('/api/detect-colors', { method: 'POST', headers: { cookie }, body })
}
const sendJson = (body: unknown, headers: Record<string, string> = { cookie }) =>
  service.fetch('/api/detect-colors', jsonPost(body, headers))
async function colorsOf(sending: Promise<Response>): Promise<Colors> {
  const response = await sending
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()).colors
}

const RED = opaque(228, 0, 43) // #E4002B, a stock spool.
const CYAN = opaque(0, 174, 239) // #00AEEF, a stock spool.
const WHITE = opaque(255, 255, 255)

verifies('decision.colors.answer', async () => {
  const olive = opaque(85, 107, 47)
  for (const type of ['png', 'webp'] as const) {
    const picture = await stripes(
      [
        { color: RED, width: 60 },
        { color: CYAN, width: 30 },
        { color: olive, width: 10 },
      ],
      type,
    )
    const colors = await colorsOf(sendPicture(picture))
    expect(colors.map(({ hex, share, billedPerGram }) => [hex, share, billedPerGram])).toEqual([
      ['#E4002B', 0.6, 0.12],
      ['#00AEEF', 0.3, 0.12],
      ['#556B2F', 0.1, 0.2],
    ])
    expect(colors.map(({ stock }) => stock).slice(0, 2)).toEqual([
      { name: 'Red', hex: '#E4002B', distance: 0 },
      { name: 'Cyan', hex: '#00AEEF', distance: 0 },
    ])
    expect(colors[2]?.stock.distance).toBeGreaterThan(5)
  }
  expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
})

test('a JPEG, with colors close to the stored ones', async () => {
  const [first] = await colorsOf(sendPicture(await stripes([{ color: RED, width: 100 }], 'jpeg')))
  expect(first).toMatchObject({ share: 1, stock: { name: 'Red' } })
  expect(first?.stock.distance).toBeLessThan(2)
})

verifies('decision.colors.transparent', async () => {
  const picture = await stripes([
    { color: { ...WHITE, alpha: 0 }, width: 80 },
    { color: RED, width: 15 },
    { color: CYAN, width: 5 },
  ])
  const colors = await colorsOf(sendPicture(picture))
  expect(colors.map(({ hex, share }) => [hex, share])).toEqual([
    ['#E4002B', 0.75],
    ['#00AEEF', 0.25],
  ])
  const clear = await stripes([{ color: { ...RED, alpha: 0 }, width: 10 }])
  expect(await refusal(sendPicture(clear))).toEqual([
    422,
    'Nothing in it is visible: everything is transparent.',
  ])
})

verifies('decision.colors.at-most-six', async () => {
  // The corners of the RGB cube and of a smaller cube inside it.
  const corners = [0, 128, 255].flatMap((r) =>
    [0, 128, 255].flatMap((g) => [0, 128, 255].map((b) => opaque(r, g, b))),
  )
  const picture = await stripes(corners.map((color) => ({ color, width: 8 })))
  const colors = await colorsOf(sendPicture(picture))
  expect(colors.length).toBe(6)
  const shares = colors.map(({ share }) => share)
  expect(shares).toEqual(shares.toSorted((one, other) => other - one))
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3)
})

describe('models', () => {
  /** Stores a model of two flat plates as a generation would. An upload of it is refused, because nothing of it would print. */
  const keep = async (bytes: Bytes) => {
    const { deps } = service
    const file = await deps.temporaryFiles.write(bytes)
    const key = `models/${file.sha256}.glb`
    await deps.objects.putFile(key, file.path, 'model/gltf-binary')
    const uri = deps.objects.uri(key)
    const account = await service.deps.sessions.read(new Headers({ cookie }))
    if (account === null) throw new Error('no session')
    const { sha256, sizeBytes } = file
    const model = { uri, fileName: 'model.glb', sha256, sizeBytes, format: 'glb' } as const
    await deps.models.add(account.accountId, model)
    await deps.temporaryFiles.remove(file.path)
    return uri
  }
  const sharesOf = async (bytes: Bytes) => {
    const colors = await colorsOf(sendJson({ modelUrl: await keep(bytes) }))
    return colors.map(({ hex, share }) => [hex, Math.round(share * 100)])
  }
  const plates: readonly Quad[] = [
    { width: 30, height: 10, u: [0, 0.5] },
    { width: 10, height: 10, u: [0.5, 1] },
  ]

  verifies('decision.colors.model', 'a texture counts by the area that it covers', async () => {
    const bytes = await stripes([
      { color: RED, width: 50 },
      { color: CYAN, width: 50 },
    ])
    const texture = { bytes, mimeType: 'image/png' }
    expect(await sharesOf(quadsGlb(plates, { texture }))).toEqual([
      ['#E4002B', 75],
      ['#00AEEF', 25],
    ])
    // The plates are stretched in y, so that areas grow alike. Parts outside the scene are ignored.
    const node = { scale: [1, 5, 1], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }
    expect(await sharesOf(quadsGlb(plates, { texture, node }))).toEqual([
      ['#E4002B', 75],
      ['#00AEEF', 25],
    ])
    // When triangles cannot be read, the pixels of the texture count.
    expect(await sharesOf(quadsGlb(plates, { texture, draco: true }))).toEqual([
      ['#E4002B', 50],
      ['#00AEEF', 50],
    ])
  })

  verifies(
    'decision.colors.model',
    'the alpha mode determines whether texels are transparent',
    async () => {
      const bytes = await stripes([
        { color: { ...RED, alpha: 0 }, width: 50 },
        { color: CYAN, width: 50 },
      ])
      const texture = { bytes, mimeType: 'image/png' }
      const pbrMetallicRoughness = { baseColorTexture: { index: 0 } }
      const glb = (alphaMode: string) =>
        quadsGlb(plates, { texture, material: { pbrMetallicRoughness, alphaMode } })
      expect(await sharesOf(glb('MASK'))).toEqual([['#00AEEF', 100]])
      expect(await sharesOf(glb('BLEND'))).toEqual([['#00AEEF', 100]])
      expect(await sharesOf(glb('OPAQUE'))).toHaveLength(2)
    },
  )

  verifies('decision.colors.model', 'vertex colors and material colors are linear', async () => {
    // 0.5 in linear light is 188 in sRGB.
    const vertices: readonly Quad[] = [
      { width: 30, height: 10, color: [0.5, 0, 0] },
      { width: 10, height: 10, color: [0, 0, 1] },
    ]
    expect(await sharesOf(quadsGlb(vertices))).toEqual([
      ['#BC0000', 75],
      ['#0000FF', 25],
    ])
    const material = { pbrMetallicRoughness: { baseColorFactor: [0, 1, 0, 1] } }
    expect(await sharesOf(quadsGlb([{ width: 1, height: 1 }], { material }))).toEqual([
      ['#00FF00', 100],
    ])
  })

  verifies('decision.colors.refusals', async () => {
    const words = async (modelUrl: unknown) => await refusal(sendJson({ modelUrl }))
    const stl = await uploaded(
      upload(service, cookie, { name: 'a.stl', bytes: cubeStl({ sizeMm: 20 }) }),
    )
    expect(await words(stl.modelUrl)).toEqual([
      415,
      'Colors are read from GLB models only. Send a GLB, or a picture of the part.',
    ])
    expect(await words(await keep(quadsGlb([{ width: 1, height: 1 }])))).toEqual([
      422,
      'That model has no colors: neither textures nor colored vertices or materials.',
    ])
    const whole = quadsGlb(plates)
    for (const broken of [
      whole.slice(0, 40),
      new Uint8Array(30),
      new Uint8Array([...whole.slice(0, 24), 0, ...whole.slice(25)]),
    ]) {
      expect(await words(await keep(broken))).toEqual([
        422,
        'That GLB is damaged or incomplete. Export it again.',
      ])
    }
    const other = await service.signIn('colors-other@example.com')
    const foreign = await refusal(sendJson({ modelUrl: stl.modelUrl }, { cookie: other }))
    expect(foreign).toEqual([403, 'That model does not belong to this account.'])
    expect(await words('https://example.com/a.glb')).toEqual([
      400,
      'modelUrl must be a model stored by the service.',
    ])
    expect(await words(' ')).toEqual([400, 'modelUrl required'])
    expect(await words(7)).toEqual([400, 'modelUrl: must be a string'])
    expect(await refusal(sendJson({}))).toEqual([400, 'modelUrl: is required'])
    expect(await refusal(sendJson({ modelUrl: stl.modelUrl }, {}))).toEqual([
      401,
      'Authentication required',
    ])
    const text = { method: 'POST', headers: { cookie, 'content-type': 'text/plain' }, body: 'x' }
    expect(await refusal(service.fetch('/api/detect-colors', text))).toEqual([
      400,
      "Expected multipart/form-data with an 'image' field, or JSON with 'modelUrl'.",
    ])
  })
})

describe('hostile pictures', () => {
  const damaged: readonly [number, string] = [
    400,
    'The image is damaged or incomplete. Send a whole PNG, JPEG or WebP file.',
  ]
  const cases: readonly (readonly [string, () => Promise<Bytes>, readonly [number, string]])[] = [
    ['no bytes', async () => new Uint8Array(), [400, 'image file is required']],
    [
      'text',
      async () => bytesOf('hello'),
      [400, 'unsupported image type: application/octet-stream'],
    ],
    [
      'a GIF',
      async () => bytesOf('GIF89a............'),
      [400, 'unsupported image type: image/gif'],
    ],
    [
      'an SVG',
      async () => bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      [400, 'unsupported image type: application/octet-stream'],
    ],
    ['half a PNG', async () => half(await noise('png')), damaged],
    ['half a JPEG', async () => half(await noise('jpeg')), damaged],
    ['half a WebP', async () => half(await noise('webp')), damaged],
    ['a PNG with damaged pixels', async () => flipped(await noise('png')), damaged],
    [
      'a PNG that claims 60,000 x 60,000 pixels',
      async () => bomb(60_000, 60_000),
      [400, 'image has too many pixels (max 50 million). Send a smaller one.'],
    ],
    ['a PNG of a few bytes with 49 million pixels', async () => bomb(7_000, 7_000), damaged],
    [
      '10 MB and a byte',
      async () => new Uint8Array(10 * 1024 * 1024 + 1),
      [400, 'image exceeds 10MB limit'],
    ],
  ]
  for (const [what, make, expected] of cases) {
    verifies('decision.colors.hostile', what, async () => {
      expect(await refusal(sendPicture(await make()))).toEqual(expected)
      expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
    })
  }

  test('a picture in another field is refused', async () => {
    const picture = await stripes([{ color: RED, width: 10 }])
    expect(await refusal(sendPicture(picture, 'file'))).toEqual([400, 'image file is required'])
  })
})

const half = (bytes: Bytes): Bytes => bytes.slice(0, bytes.length / 2)

const bytesOf = (text: string): Bytes => new Uint8Array(Buffer.from(text))

/** An image of many colors, so that half of the file is half of the pixels. */
const noise = (type: 'png' | 'jpeg' | 'webp') =>
  stripes(
    Array.from({ length: 60 }, (_, n) => ({
      color: opaque((n * 37) % 256, (n * 91) % 256, (n * 53) % 256),
      width: 3,
    })),
    type,
    180,
  )

function flipped(bytes: Bytes): Bytes {
  const at = Buffer.from(bytes).indexOf('IDAT') + 40
  return bytes.map((value, n) => (n >= at && n < at + 8 ? value ^ 0xff : value))
}

/** A PNG with a header that claims a size, and data of one short row. */
function bomb(width: number, height: number): Bytes {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length, 0)
    framed.set(body, 4)
    framed.writeUInt32BE(Bun.hash.crc32(body), body.length + 4)
    return framed
  }
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(10_000))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}
