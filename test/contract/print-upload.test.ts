// POST /api/print-upload: models taken in under an account, and what they can be used for afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gcode } from '../helpers/gcode'
import { binaryStl, box, cube3mf, cubeGlb, cubeStl } from '../helpers/meshes'
import { HOOK_TIMEOUT_MS, openTestService, type TestService } from '../helpers/service'
import { cubeObj, scriptedSlicer, signInWithKey, upload, uploaded } from '../helpers/slicing'
import { orderForm, placed, refusal } from '../helpers/submit'
import { requirement, verifies } from '../helpers/verifies'
import { zipArchive } from '../helpers/zip'

const slicer = scriptedSlicer()
let service: TestService
let cookie: string
beforeAll(async () => {
  service = await openTestService({ env: { SLICER_PATH: slicer.path } })
  cookie = await service.signIn('uploads@example.com')
}, HOOK_TIMEOUT_MS)
afterAll(async () => {
  await service.close()
  slicer.end()
})

const CUBE = { name: 'cube.stl', bytes: cubeStl({ sizeMm: 20 }) }
const send = (
  file: Parameters<typeof upload>[2],
  fields: Readonly<Record<string, string>> = {},
  as = cookie,
) => upload(service, as, file, fields)
const noFilesLeft = () => expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])

verifies('decision.print-upload.session', async () => {
  const account = await service.account()
  expect(await refusal(send(CUBE, {}, ''))).toEqual([401, 'Authentication required'])
  const form = orderForm({}, CUBE)
  const keyed = { method: 'POST', headers: account.headers, body: form }
  expect(await refusal(service.fetch('/api/print-upload', keyed))).toEqual([
    401,
    'Authentication required',
  ])
})

const extensionOf = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? ''

const twentyMm = { dimensionsMm: [20, 20, 20], volumeCm3: 8 } as const
const cases = [
  { id: requirement('decision.print-upload.files'), name: 'cube.stl', bytes: CUBE.bytes },
  {
    id: requirement('decision.print-upload.files'),
    name: 'Cube.OBJ',
    bytes: cubeObj({ sizeMm: 20 }),
  },
  {
    id: requirement('decision.print-upload.files'),
    name: 'cube.3mf',
    bytes: cube3mf({ sizeMm: 20 }),
  },
  {
    id: requirement('decision.print-upload.files'),
    name: 'cube.glb',
    bytes: cubeGlb({ sizeMm: 20 }),
  },
]
for (const { id, name, bytes } of cases) {
  verifies(id, `${name} is taken in, and its address can be ordered`, async () => {
    const person = await signInWithKey(service, `${extensionOf(name)}@example.com`)
    const answer = await uploaded(send({ name, bytes }, {}, person.cookie))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(answer.modelUrl).toEndWith(`/models/${sha256}.${extensionOf(name)}`)
    expect(answer.bytes).toBe(Buffer.byteLength(bytes))
    expect(answer.volumeCm3).toBeCloseTo(twentyMm.volumeCm3, 3)
    for (const side of answer.dimensionsMm) expect(side).toBeCloseTo(20, 4)
    const { modelUrl } = answer
    const { headers } = person
    const body = orderForm({ modelUrl }, null)
    const order = await placed(
      service.fetch('/api/print/orders', { method: 'POST', headers, body }),
    )
    // 8 cm3 x 0.44 x 1.26 = 4.4 g.
    expect(order.breakdown.grams).toBe(5)
  })
}

verifies(['decision.print-upload.answer', 'decision.print-upload.row'], async () => {
  const answer = await uploaded(send(CUBE))
  expect(Object.keys(answer)).toEqual([
    'generationId',
    'modelUrl',
    'fileName',
    'bytes',
    'dimensionsMm',
    'volumeCm3',
  ])
  expect(answer).toMatchObject({ fileName: 'cube.stl', bytes: 684, ...twentyMm })
  const row = await service.db
    .selectFrom('generations')
    .innerJoin('accounts', 'accounts.id', 'generations.account_id')
    .innerJoin('models', 'models.uri', 'generations.model_uri')
    .whereRef('models.account_id', '=', 'generations.account_id')
    .where('generations.id', '=', answer.generationId)
    .select(['generations.mode', 'generations.model_uri', 'accounts.email', 'models.format'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    mode: 'upload',
    model_uri: answer.modelUrl,
    email: 'uploads@example.com',
    format: 'stl',
  })
  noFilesLeft()
})

test('the same file again is another generation of the same model', async () => {
  const [first, second] = [await uploaded(send(CUBE)), await uploaded(send(CUBE))]
  expect(second.modelUrl).toBe(first.modelUrl)
  expect(second.generationId).not.toBe(first.generationId)
})

test('units say what the numbers mean', async () => {
  const inches = await uploaded(
    send({ name: 'inch.stl', bytes: cubeStl({ sizeMm: 1 }) }, { units: 'in' }),
  )
  expect(inches.dimensionsMm[0]).toBeCloseTo(25.4, 4)
  expect(await refusal(send(CUBE, { units: 'feet' }))).toEqual([
    400,
    'Invalid units. One of: mm, cm, m, in',
  ])
})

test('an OBJ is still refused as the file of an order', async () => {
  const { headers } = await service.account()
  const body = orderForm({}, { name: 'cube.obj', bytes: cubeObj({ sizeMm: 20 }) })
  const answer = service.fetch('/api/print/orders', { method: 'POST', headers, body })
  expect((await refusal(answer))[0]).toBe(415)
})

/** 1 m of filament: 2.4053 cm3. */
const printed = gcode({ lengthMm: 1000, volumeCm3: 2.41, time: '30m 0s' })

describe('refusals', () => {
  const unreadable = /^We couldn't read a printable mesh from that file\. ./
  test.each([
    ['no file', null, 400, /^No file provided\.$/],
    ['an empty file', { name: 'a.stl', bytes: '' }, 400, /^The file is empty\.$/],
    [
      'another extension',
      { name: 'a.step', bytes: 'x' },
      415,
      /Send an STL, OBJ, 3MF or GLB model\./,
    ],
    ['g-code', { name: 'a.gcode', bytes: gcode({}) }, 415, /Send an STL, OBJ, 3MF or GLB model\./],
    ['no mesh', { name: 'a.stl', bytes: 'solid nothing' }, 422, unreadable],
    ['no volume', { name: 'a.stl', bytes: binaryStl(box([20, 20, 0])) }, 422, unreadable],
    [
      'a part that is too small',
      { name: 'a.stl', bytes: cubeStl({ sizeMm: 0.2 }) },
      422,
      /It is 0\.2 x 0\.2 x 0\.2 mm as read in mm.*another unit/,
    ],
    [
      'a part that is too large',
      { name: 'a.stl', bytes: binaryStl(box([400, 10, 10])) },
      422,
      /^This model is 400x10x10mm — larger than/,
    ],
    [
      'a 3MF of sliced plates',
      { name: 'a.3mf', bytes: zipArchive([{ name: 'Metadata/plate_1.gcode', data: printed }]) },
      422,
      /holds sliced plates and no mesh/,
    ],
  ])('%s', async (_, file, status, words) => {
    const before = await countRows()
    const [got, error] = await refusal(send(file))
    expect([got, error]).toEqual([status, expect.stringMatching(words)])
    expect(await countRows()).toEqual(before)
    noFilesLeft()
  })

  test('a body that is no form', async () => {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = service.fetch('/api/print-upload', { method: 'POST', headers, body: '{}' })
    expect(await refusal(answer)).toEqual([
      400,
      "Expected multipart/form-data with a 'file' field.",
    ])
  })

  test('over 100 MB', async () => {
    const headers = {
      cookie,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(103 * 1024 * 1024),
    }
    const answer = service.fetch('/api/print-upload', { method: 'POST', headers, body: '--x--' })
    expect(await refusal(answer)).toEqual([413, 'File too large (max 100MB).'])
  })

  test('storage that does not answer keeps nothing', async () => {
    const before = await countRows()
    const putFile = () => Promise.reject(new Error('the bucket is gone'))
    const restore = service.replace({ objects: { ...service.deps.objects, putFile } })
    expect(await refusal(send(CUBE))).toEqual([502, 'Could not store the file. Try again.'])
    restore()
    expect(await countRows()).toEqual(before)
  })
})

verifies('limits.enforced.print-upload', async () => {
  const busy = await service.signIn('many-uploads@example.com')
  for (let sent = 0; sent < 40; sent += 1) expect((await send(null, {}, busy)).status).toBe(400)
  const refused = await send(CUBE, {}, busy)
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { error: 'Generation limit reached. Please try again later.' },
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

async function countRows() {
  const count = async (table: 'generations' | 'models') => {
    const { rows } = await service.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return rows
  }
  return [await count('generations'), await count('models')]
}
