// GET /models/{id}/file: a model as STL, 3MF or GLB, for its owner, and a gallery model for everyone.
import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { limits } from '../../../server/domain/limits/table.ts'
import { openGenerationService } from '../../../testing/engines/generation.ts'
import { binaryStl, box, cubeStl, threeMf } from '../../../testing/models/meshes.ts'
import { read3mf, readStl } from '../../../testing/models/read-files.ts'
import { post } from '../../../testing/people/shop.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { upload, uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { use } from '../../../testing/use.ts'

const service = use(openGenerationService)
const person = use(() => service.person({ credits: 20 }))
const other = use(() => service.person())
beforeEach(async () => {
  await resetRateLimits(service.db)
})

type Headers = Record<string, string>
async function file(id: string, format: string | null, headers: Headers = person.session) {
  const query = format === null ? '' : `?format=${format}`
  const response = await service.fetch(`/models/${id}/file${query}`, { headers })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const said = Object.fromEntries(
    ['content-type', 'content-length', 'content-disposition', 'cache-control'].map((name) => [
      name,
      response.headers.get(name),
    ]),
  )
  return { status: response.status, bytes, said }
}
async function refusal(id: string, format: string | null, headers: Headers = person.session) {
  const { status, bytes } = await file(id, format, headers)
  return [status, JSON.parse(Buffer.from(bytes).toString())]
}

const prompt = 'A fox: sitting / "8 cm"'
let made: { generationId: string; modelUrl: string; printability: { dimensionsMm: number[] } }
beforeAll(async () => {
  made = await (await service.post('/api/generate', person, { prompt })).json()
})

const rounded = (lengthsMm: readonly number[]) =>
  lengthsMm.map((side) => Math.round(side * 100) / 100)
const sides = () => rounded(made.printability.dimensionsMm)

test('a generation is an STL in millimeters, named after its words', async () => {
  const { status, bytes, said } = await file(made.generationId, 'stl')
  expect([status, said]).toEqual([
    200,
    {
      'content-type': 'model/stl',
      'content-length': String(bytes.byteLength),
      'content-disposition': `attachment; filename="A fox sitting 8 cm.stl"; filename*=UTF-8''A%20fox%20sitting%208%20cm.stl`,
      'cache-control': 'private, no-store',
    },
  ])
  expect(rounded(readStl(bytes).sides)).toEqual(sides())
})

test('without a format, the STL is returned', async () => {
  expect((await file(made.generationId, null)).said['content-type']).toBe('model/stl')
})

test('a generation is a 3MF in millimeters', async () => {
  const { status, bytes, said } = await file(made.generationId, '3mf')
  expect([status, said['content-type']]).toEqual([200, 'model/3mf'])
  expect(said['content-disposition']).toContain('.3mf"')
  const read = read3mf(bytes)
  expect({ ...read, sides: rounded(read.sides) }).toEqual({
    unit: 'millimeter',
    objects: 1,
    sides: sides(),
  })
})

test('a generation is the stored GLB, byte for byte', async () => {
  const { bytes, said } = await file(made.generationId, 'glb')
  expect(said['content-type']).toBe('model/gltf-binary')
  const query = new URLSearchParams({ url: made.modelUrl })
  const stored = await service.fetch(`/api/model-proxy?${query}`, { headers: person.session })
  expect(bytes).toEqual(new Uint8Array(await stored.arrayBuffer()))
})

test('an upload in inches is sent in millimeters', async () => {
  const bytes = cubeStl({ sizeMm: 2 })
  const inches = await uploaded(
    upload(service, person.cookie, { name: 'my part.stl', bytes }, { units: 'in' }),
  )
  const sent = await file(inches.generationId, 'stl')
  expect(rounded(readStl(sent.bytes).sides)).toEqual([50.8, 50.8, 50.8])
  expect(sent.said['content-disposition']).toContain('filename="my part.stl"')
})

test('an upload in its original format is sent as stored, and is not limited', async () => {
  const bytes = binaryStl(box([30, 20, 10]), 'written by hand')
  const plain = await uploaded(upload(service, person.cookie, { name: 'box.stl', bytes }))
  const { limit } = limits['model-files-signed-in']
  for (let turn = 0; turn <= limit; turn += 40) {
    expect((await file(plain.generationId, 'stl')).bytes).toEqual(bytes)
  }
  const archive = threeMf(box([30, 20, 10]))
  const packed = await uploaded(upload(service, person.cookie, { name: 'box.3mf', bytes: archive }))
  expect((await file(packed.generationId, '3mf')).bytes).toEqual(archive)
  const glb = await file(packed.generationId, 'glb')
  expect(Buffer.from(glb.bytes.subarray(0, 4)).toString()).toBe('glTF')
})

test('a model is sent only to its owner, by a session, a key or a token', async () => {
  const notFound = [404, { error: 'Generation not found' }]
  expect(await refusal(made.generationId, 'stl', {})).toEqual([
    401,
    { error: 'Authentication required' },
  ])
  expect(await refusal(made.generationId, 'stl', other.session)).toEqual(notFound)
  const keyed = await service.account()
  expect(await refusal(made.generationId, 'stl', keyed.headers)).toEqual(notFound)
  expect((await file(made.generationId, 'stl', person.token)).status).toBe(200)
  for (const id of [crypto.randomUUID(), 'none', '%00']) {
    expect(await refusal(id, 'stl')).toEqual(notFound)
  }
})

test('a gallery entry is sent to everyone by its id until it is withdrawn', async () => {
  const cube = { name: 'cube.stl', bytes: cubeStl({ sizeMm: 33 }) }
  const { generationId } = await uploaded(upload(service, person.cookie, cube))
  const [, entry] = await post(service, person, '/api/gallery', {
    generationId,
    title: 'Ein Würfel',
  })
  const id = String(entry.id)
  const open = await file(id, '3mf', {})
  expect([open.status, open.said['content-disposition']]).toEqual([
    200,
    `attachment; filename="Ein W_rfel.3mf"; filename*=UTF-8''Ein%20W%C3%BCrfel.3mf`,
  ])
  expect((await refusal(generationId, 'stl', {}))[0]).toBe(401)
  const page = await (await service.fetch(`/gallery/${id}`)).text()
  for (const format of ['stl', '3mf', 'glb']) {
    expect(page).toContain(`href="/models/${id}/file?format=${format}"`)
  }
  const origin = { origin: service.baseUrl }
  await service.fetch(`/api/gallery/${id}`, {
    method: 'DELETE',
    headers: { ...person.session, ...origin },
  })
  const gone = [410, { error: 'This model was withdrawn from the gallery by its owner.' }]
  expect(await refusal(id, 'stl', {})).toEqual(gone)
  expect(await refusal(id, 'stl')).toEqual(gone)
})

test('another format is refused by its name', async () => {
  for (const format of ['obj', 'STL', 'gcode', '..%2F']) {
    expect(await refusal(made.generationId, format)).toEqual([
      400,
      { error: 'format must be one of stl, 3mf, glb, 3mf-stock-colors.' },
    ])
  }
})

test('files that have to be converted are limited per account', async () => {
  const { limit, windowSeconds } = limits['model-files-signed-in']
  const { rateCounters } = service.deps
  await rateCounters.consume('model-files-signed-in', person.email, limit, windowSeconds, limit)
  expect(await refusal(made.generationId, '3mf')).toEqual([
    429,
    { error: 'Too many files were made for your account. Try again later.' },
  ])
  expect((await file(made.generationId, 'glb')).status).toBe(200)
})

test('a model that storage has lost is not found', async () => {
  const cube = { name: 'lost.stl', bytes: cubeStl({ sizeMm: 34 }) }
  const { generationId, modelUrl } = await uploaded(upload(service, person.cookie, cube))
  await service.deps.objects.remove(service.deps.objects.parseUri(modelUrl) ?? '')
  for (const format of ['stl', '3mf']) {
    expect(await refusal(generationId, format)).toEqual([
      404,
      { error: 'Could not read that model.' },
    ])
  }
})
