// POST /api/print-upload: models stored for an account, and what they can be used for afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createExtensionToken } from '../../../server/domain/accounts/extension-tokens.ts'
import { callTool, resultOf } from '../../../testing/agent/call-tool.ts'
import { gcode } from '../../../testing/models/gcode.ts'
import { binaryStl, box, cube3mf, cubeGlb, cubeStl } from '../../../testing/models/meshes.ts'
import { zipArchive } from '../../../testing/models/zip.ts'
import { orderForm, placed, refusal } from '../../../testing/people/submit.ts'
import {
  cubeObj,
  scriptedSlicer,
  signInWithKey,
  sliceQuote,
  upload,
  uploaded,
} from '../../../testing/slicer/scripted-slicer.ts'
import { useService } from '../../../testing/use.ts'
import { requirement, verifies } from '../../helpers/verifies.ts'

const slicer = scriptedSlicer()
const service = useService(() => ({ env: { SLICER_PATH: slicer.path } }))
let cookie: string
beforeAll(async () => {
  cookie = await service.signIn('uploads@example.com')
})
afterAll(() => slicer.end())

const CUBE = { name: 'cube.stl', bytes: cubeStl({ sizeMm: 20 }) }
const send = (
  file: Parameters<typeof upload>[2],
  fields: Readonly<Record<string, string>> = {},
  as = cookie,
) => upload(service, as, file, fields)
/** The scripted slicer keeps a list of its runs next to each model. */
const noFilesLeft = () => {
  const files = readdirSync(join(service.stateDir, 'uploads'))
  expect(files.filter((name) => !name.endsWith('.runs'))).toEqual([])
}

const keyed = (headers: Readonly<Record<string, string>>, file = CUBE) =>
  service.fetch('/api/print-upload', { method: 'POST', headers, body: orderForm({}, file) })

verifies('decision.print-upload.session', async () => {
  const unauthenticated = [401, 'Authentication required'] as const
  expect(await refusal(send(CUBE, {}, ''))).toEqual(unauthenticated)
  const wrong = { authorization: `Bearer svc_live_${'0'.repeat(48)}` }
  expect(await refusal(keyed(wrong))).toEqual(unauthenticated)
  const { caller } = await signInWithKey(service, 'tokens@example.com')
  const token = await createExtensionToken(service.deps, caller, { name: 'an extension' })
  if (!token.ok) throw new Error(token.failure.kind)
  const headers = { authorization: `Bearer ${token.value.token}` }
  expect(await refusal(keyed(headers))).toEqual(unauthenticated)
})

test('a rejected key and a key where only a session is accepted have different codes', async () => {
  const code = async (response: Promise<Response>) => (await response).headers.get('x-error-code')
  const wrong = { authorization: `Bearer svc_live_${'0'.repeat(48)}` }
  expect(await code(keyed(wrong))).toBe('credential_required')
  const { headers } = await signInWithKey(service, 'session-only@example.com')
  expect(await code(service.fetch('/api/account/api-key', { headers }))).toBe('session_required')
})

verifies('decision.print-upload.api-key', async () => {
  const { headers, caller } = await signInWithKey(service, 'keys@example.com')
  const first = await uploaded(keyed(headers))
  const key = headers.authorization.replace('Bearer ', '')
  const second = await uploaded(keyed({ 'x-api-key': key }))
  expect(second.modelUrl).toBe(first.modelUrl)
  const { modelUrl } = first
  const row = await service.db
    .selectFrom('models')
    .select('account_id')
    .where('account_id', '=', caller.accountId)
    .where('uri', '=', modelUrl)
    .execute()
  expect(row.length).toBe(1)
  const { fields } = await resultOf(
    callTool(service, { headers }, 'quote_print', { model_url: modelUrl, color: 'Black' }),
  )
  expect(fields).toMatchObject({ model: { file_name: 'cube.stl', volume_cm3: 8 } })
  const body = orderForm({ modelUrl }, null)
  const order = service.fetch('/api/print/orders', { method: 'POST', headers, body })
  expect((await placed(order)).breakdown.grams).toBe(5)
})

test('an order has the latest name of bytes that were uploaded under two names', async () => {
  const { headers } = await service.account()
  const bytes = cubeStl({ sizeMm: 21 })
  const sent = async (name: string) => (await uploaded(keyed(headers, { name, bytes }))).modelUrl
  const modelUrl = await sent('bracket.stl')
  expect(await sent('hinge.stl')).toBe(modelUrl)
  const body = orderForm({ modelUrl }, null)
  const { code } = await placed(
    service.fetch('/api/print/orders', { method: 'POST', headers, body }),
  )
  const order = await service.deps.orders.readByCode(code)
  expect(order?.file.fileName).toBe('hinge.stl')
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
  verifies(id, `${name} is accepted, and its address can be ordered`, async () => {
    const person = await signInWithKey(service, `${extensionOf(name)}@example.com`)
    const response = await uploaded(send({ name, bytes }, {}, person.cookie))
    if (extensionOf(name) !== 'obj') {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(response.modelUrl).toEndWith(`/models/${sha256}.${extensionOf(name)}`)
      expect(response.bytes).toBe(Buffer.byteLength(bytes))
    }
    expect(response.volumeCm3).toBeCloseTo(twentyMm.volumeCm3, 3)
    for (const side of response.dimensionsMm) expect(side).toBeCloseTo(20, 4)
    const { modelUrl } = response
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
  const response = await uploaded(send(CUBE))
  expect(Object.keys(response)).toEqual([
    'generationId',
    'modelUrl',
    'fileName',
    'bytes',
    'dimensionsMm',
    'volumeCm3',
  ])
  expect(response).toMatchObject({ fileName: 'cube.stl', bytes: 684, ...twentyMm })
  const row = await service.db
    .selectFrom('generations')
    .innerJoin('accounts', 'accounts.id', 'generations.account_id')
    .innerJoin('models', 'models.uri', 'generations.model_uri')
    .whereRef('models.account_id', '=', 'generations.account_id')
    .where('generations.id', '=', response.generationId)
    .select(['generations.mode', 'generations.model_uri', 'accounts.email', 'models.format'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    mode: 'upload',
    model_uri: response.modelUrl,
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

test('units define the meaning of the numbers', async () => {
  const inches = await uploaded(
    send({ name: 'inch.stl', bytes: cubeStl({ sizeMm: 1 }) }, { units: 'in' }),
  )
  expect(inches.dimensionsMm[0]).toBeCloseTo(25.4, 4)
  expect(await refusal(send(CUBE, { units: 'feet' }))).toEqual([
    400,
    'Invalid units. One of: mm, cm, m, in',
  ])
})

verifies('decision.print-upload.obj', async () => {
  const person = await signInWithKey(service, 'objs@example.com')
  const obj = cubeObj({ sizeMm: 1 })
  const file = { name: 'Inch Cube.OBJ', bytes: obj }
  const response = await uploaded(send(file, { units: 'in' }, person.cookie))
  // 12 triangles: 84 + 12 x 50 bytes. 1 in = 25.4 mm, 16.387 cm3.
  expect(response).toMatchObject({ fileName: 'Inch Cube.stl', bytes: 684 })
  for (const side of response.dimensionsMm) expect(side).toBeCloseTo(25.4, 4)
  expect(response.volumeCm3).toBeCloseTo(16.387, 3)
  const stored = await service.db
    .selectFrom('models')
    .select(['uri', 'file_name', 'format', 'units', 'size_bytes'])
    .where('account_id', '=', person.caller.accountId)
    .orderBy('format')
    .execute()
  const sha256 = createHash('sha256').update(obj).digest('hex')
  expect(stored).toEqual([
    {
      uri: expect.stringMatching(new RegExp(`/models/${sha256}\\.obj$`)),
      file_name: 'Inch Cube.OBJ',
      format: 'obj',
      units: null,
      size_bytes: Buffer.byteLength(obj),
    },
    {
      uri: response.modelUrl,
      file_name: 'Inch Cube.stl',
      format: 'stl',
      units: null,
      size_bytes: 684,
    },
  ])
  // The stored model is in millimeters: the farthest corner of the STL is at 25.4.
  const local = join(service.stateDir, 'read-back.stl')
  const key = service.deps.objects.parseUri(response.modelUrl) ?? ''
  await service.deps.objects.fetchToFile(key, local)
  const bytes = readFileSync(local)
  const corners = Array.from({ length: 12 }, (_triangle, facet) =>
    Array.from({ length: 9 }, (_, i) => bytes.readFloatLE(84 + 50 * facet + 12 + 4 * i)),
  ).flat()
  expect(Math.max(...corners) - Math.min(...corners)).toBeCloseTo(25.4, 4)
  // 16.387 x 0.44 x 1.26 = 9.08 g.
  const { headers } = person
  const body = orderForm({ modelUrl: response.modelUrl }, null)
  const order = service.fetch('/api/print/orders', { method: 'POST', headers, body })
  expect((await placed(order)).breakdown.grams).toBe(10)
  const sliced = await sliceQuote(service, person.cookie, { generationId: response.generationId })
  expect(await sliced.json()).toMatchObject({ ok: true, sliceAnalysis: { layers: 10 } })
  noFilesLeft()
})

test('an OBJ whose conversion fails is refused, and nothing is stored', async () => {
  const before = await countRows()
  for (const [outcome, status] of [
    [{ kind: 'timed_out' }, 422],
    [{ kind: 'busy' }, 503],
    [{ kind: 'unreadable', code: 'x', message: 'It is a letter.' }, 422],
  ] as const) {
    service.replace({ meshes: { process: async () => outcome } })
    const file = { name: 'cube.obj', bytes: cubeObj({ sizeMm: 20 }) }
    expect((await refusal(send(file)))[0]).toBe(status)
  }
  expect(await countRows()).toEqual(before)
  noFilesLeft()
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

  test('name a body that is not a form', async () => {
    const headers = { cookie, 'content-type': 'application/json' }
    const response = service.fetch('/api/print-upload', { method: 'POST', headers, body: '{}' })
    expect(await refusal(response)).toEqual([
      400,
      "Expected multipart/form-data with a 'file' field.",
    ])
  })

  test('name the limit of a body over 100 MB', async () => {
    const headers = {
      cookie,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(103 * 1024 * 1024),
    }
    const response = service.fetch('/api/print-upload', { method: 'POST', headers, body: '--x--' })
    expect(await refusal(response)).toEqual([413, 'File too large (max 100MB).'])
  })

  test('nothing is stored while the storage does not respond', async () => {
    const before = await countRows()
    const putFile = () => Promise.reject(new Error('the bucket is gone'))
    service.replace({ objects: { putFile } })
    expect(await refusal(send(CUBE))).toEqual([502, 'Could not store the file. Try again.'])
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
