// Signed uploads: sign, PUT, complete (decisions 33), on the folder and on a bucket.

import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gcsObjectStore } from '../../../server/adapters/storage/object-store-gcs.ts'
import { sweepUploads } from '../../../server/domain/uploads/sweep-uploads.ts'
import { binaryStl, box, cubeStl } from '../../../testing/models/meshes.ts'
import { refusal } from '../../../testing/people/submit.ts'
import { startFakeGcs } from '../../../testing/service/fake-gcs.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { cubeObj, signInWithKey, type Uploaded } from '../../../testing/slicer/scripted-slicer.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
let cookie = ''
beforeAll(async () => {
  cookie = await service.signIn('signed@example.com')
})

/** The three endpoints share 40 calls an hour, and this file needs more. */
beforeEach(async () => {
  await resetRateLimits(service.db)
})

const CUBE = cubeStl({ sizeMm: 20 })
type Bytes = Uint8Array<ArrayBuffer>
const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const describing = (bytes: Bytes, fileName = 'cube.stl') => ({
  fileName,
  bytes: bytes.byteLength,
  sha256: hashOf(bytes),
})

type Signed = {
  readonly uploadUrl: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly uploadId: string
  readonly expiresAt: string
}
const post = (path: string, body: unknown, headers: Record<string, string> = { cookie }) =>
  service.fetch(`/api/print-upload/${path}`, jsonPost(body, headers))
async function sign(body: unknown, headers?: Record<string, string>): Promise<Signed> {
  const response = await post('sign', body, headers)
  if (response.status !== 200) throw new Error(await response.text())
  return await response.json()
}
const put = ({ uploadUrl, headers }: Signed, bytes: Bytes) =>
  fetch(uploadUrl, { method: 'PUT', headers, body: bytes })
const complete = ({ uploadId }: Signed, headers?: Record<string, string>) =>
  post('complete', { uploadId }, headers)
const waiting = (uploadId: string) => service.deps.objects.sizeOf(`incoming/${uploadId}`)
const generations = async () => {
  const { rows } = await service.db
    .selectFrom('generations')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

verifies(['decision.sign.answer', 'decision.sign.local', 'decision.complete.answer'], async () => {
  const { headers: key } = await signInWithKey(service, 'signer@example.com')
  const signed = await sign(describing(CUBE, 'My cube.stl'), key)
  expect(Object.keys(signed)).toEqual(['uploadUrl', 'method', 'headers', 'uploadId', 'expiresAt'])
  expect(signed.method).toBe('PUT')
  expect(signed.headers).toEqual({ 'content-type': 'model/stl' })
  expect(signed.uploadUrl).toStartWith(`${service.baseUrl}/api/print-upload/bytes/`)
  expect(Date.parse(signed.expiresAt)).toBeGreaterThan(Date.now())
  expect((await put(signed, CUBE)).status).toBe(200)
  expect(await waiting(signed.uploadId)).toBe(684)
  const response = await complete(signed, key)
  const uploaded: Uploaded = await response.json()
  expect(uploaded).toEqual({
    generationId: signed.uploadId,
    modelUrl: expect.stringMatching(new RegExp(`/models/${hashOf(CUBE)}\\.stl$`)),
    fileName: 'My cube.stl',
    bytes: 684,
    dimensionsMm: [20, 20, 20],
    volumeCm3: 8,
  })
  expect(await waiting(signed.uploadId)).toBeNull()
  expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
})

verifies('decision.sign.bucket', async () => {
  const gcs = startFakeGcs('farm-models')
  try {
    service.replace({ objects: gcsObjectStore({ bucket: gcs.bucket, apiEndpoint: gcs.url }) })
    const signed = await sign({ ...describing(CUBE), units: 'in' })
    expect(signed.uploadUrl).toStartWith(`${gcs.url}/upload/storage/v1/b/farm-models/o`)
    expect(new URL(signed.uploadUrl).searchParams.get('uploadType')).toBe('resumable')
    expect((await complete(signed)).status).toBe(409)
    expect((await put(signed, CUBE)).status).toBe(200)
    expect([...gcs.objects.keys()]).toEqual([`incoming/${signed.uploadId}`])
    const [status, words] = await refusal(complete(signed))
    // 20 in = 508 mm: the unit was stored with the upload.
    expect([status, words]).toEqual([422, expect.stringContaining('508x508x508mm')])
    const small = await sign(describing(CUBE))
    await put(small, CUBE)
    expect((await complete(small)).status).toBe(200)
    expect([...gcs.objects.keys()].toSorted()).toEqual([
      `incoming/${signed.uploadId}`,
      `models/${hashOf(CUBE)}.stl`,
    ])
    // A bucket accepts more bytes than announced.
    const larger = await sign(describing(CUBE))
    await put(larger, new Uint8Array([...CUBE, 0]))
    expect(await refusal(complete(larger))).toEqual([
      422,
      'This upload was signed for 684 bytes, but 685 arrived. Nothing was stored; sign a new upload for the file.',
    ])
    expect(gcs.objects.has(`incoming/${larger.uploadId}`)).toBe(false)
  } finally {
    await gcs.stop()
  }
})

describe('sign refuses', () => {
  const good = describing(CUBE)
  const rows: readonly (readonly [what: string, body: unknown, status: number, words: string])[] = [
    ['no name', { ...good, fileName: undefined }, 400, 'fileName: is required'],
    ['an invisible name', { ...good, fileName: '\u200b' }, 400, 'fileName: is required'],
    [
      'a long name',
      { ...good, fileName: `${'x'.repeat(200)}.stl` },
      400,
      'fileName: must have at most 200 characters',
    ],
    ['a number for a name', { ...good, fileName: 7 }, 400, 'fileName: must be a string'],
    ['no size', { ...good, bytes: undefined }, 400, 'bytes: is required'],
    ['a size in words', { ...good, bytes: '684' }, 400, 'bytes: must be a number'],
    [
      'half a byte',
      { ...good, bytes: 0.5 },
      400,
      'bytes: must be the size of the file, a whole number',
    ],
    ['an empty file', { ...good, bytes: 0 }, 400, 'The file is empty.'],
    ['101 MB', { ...good, bytes: 101 * 1024 * 1024 }, 413, 'File too large (max 100MB).'],
    [
      'a short hash',
      { ...good, sha256: 'abc' },
      400,
      'sha256: must be the SHA-256 of the file, 64 hexadecimal digits',
    ],
    ['no hash', { ...good, sha256: undefined }, 400, 'sha256: is required'],
    ['feet', { ...good, units: 'feet' }, 400, 'Invalid units. One of: mm, cm, m, in'],
    [
      'another extension',
      { ...good, fileName: 'a.step' },
      415,
      'Unsupported file. Send an STL, OBJ, 3MF or GLB model.',
    ],
    [
      'g-code',
      { ...good, fileName: 'a.gcode' },
      415,
      'Unsupported file. Send an STL, OBJ, 3MF or GLB model.',
    ],
    ['a string', 'x', 400, 'The body must be a JSON object with fileName, bytes and sha256.'],
  ]
  for (const [what, body, status, words] of rows) {
    verifies('decision.sign.refusals', what, async () => {
      expect(await refusal(post('sign', body))).toEqual([status, words])
    })
  }

  test('storage that signs no address', async () => {
    service.replace({ objects: { openUpload: () => Promise.reject(new Error('gone')) } })
    expect(await refusal(post('sign', good))).toEqual([502, 'Could not store the file. Try again.'])
  })
})

verifies('decision.complete.missing', async () => {
  const signed = await sign(describing(CUBE))
  const words = 'The 684 bytes of this upload have not arrived. Send them to uploadUrl first.'
  expect(await refusal(complete(signed))).toEqual([409, words])
  // An upload that was cut off is not stored, and the address still accepts the complete file.
  expect(await refusal(put(signed, CUBE.slice(0, 100)))).toEqual([
    422,
    'This upload was signed for 684 bytes, but 100 arrived. Nothing was stored; sign a new upload for the file.',
  ])
  expect((await complete(signed)).status).toBe(409)
  expect((await put(signed, CUBE)).status).toBe(200)
  expect((await complete(signed)).status).toBe(200)
})

verifies('decision.complete.size', async () => {
  const signed = await sign(describing(CUBE))
  const chunks = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(CUBE)
      controller.enqueue(CUBE)
      controller.close()
    },
  })
  const sent = service.fetch(new URL(signed.uploadUrl).pathname, { method: 'PUT', body: chunks })
  expect(await refusal(sent)).toEqual([
    422,
    'This upload was signed for 684 bytes, but more arrived. Nothing was stored; sign a new upload for the file.',
  ])
  expect((await complete(signed)).status).toBe(409)
})

verifies('decision.complete.hash', async () => {
  const before = await generations()
  const signed = await sign({ ...describing(CUBE), sha256: hashOf('another file') })
  await put(signed, CUBE)
  expect(await refusal(complete(signed))).toEqual([
    422,
    'The bytes that arrived do not have the SHA-256 of this upload. Nothing was stored; sign a new upload for the file.',
  ])
  expect(await waiting(signed.uploadId)).toBeNull()
  expect((await complete(signed)).status).toBe(410)
  expect(await generations()).toBe(before)
})

verifies('decision.complete.expired', async () => {
  const signed = await sign(describing(CUBE))
  await put(signed, CUBE)
  const late = await sign(describing(CUBE))
  service.advance(2 * 3600 + 1)
  try {
    const words = 'This upload has expired. Sign a new one and send the file again.'
    expect(await refusal(complete(signed))).toEqual([410, words])
    expect(await refusal(put(late, CUBE))).toEqual([410, words])
  } finally {
    service.advance(-2 * 3600 - 1)
  }
})

verifies('decision.complete.single-use', async () => {
  const before = await generations()
  const signed = await sign(describing(CUBE))
  await put(signed, CUBE)
  const again = await put(signed, new Uint8Array(684))
  expect(await refusal(Promise.resolve(again))).toEqual([
    409,
    'The bytes of this upload have arrived already. Complete it, or sign a new one.',
  ])
  const stranger = await service.signIn('another@example.com')
  expect(await refusal(complete(signed, { cookie: stranger }))).toEqual([404, 'Upload not found'])
  const both = await Promise.all([complete(signed), complete(signed)])
  const statuses = both.map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  const first = await (await complete(signed)).json()
  expect(await (await complete(signed)).json()).toEqual(first)
  expect(await generations()).toBe(before + 1)
  expect((await put(signed, CUBE)).status).toBe(409)
  for (const uploadId of ['none', crypto.randomUUID(), '']) {
    expect(await refusal(post('complete', { uploadId }))).toEqual([404, 'Upload not found'])
  }
  expect(await refusal(post('complete', { uploadId: 7 }))).toEqual([
    400,
    'uploadId: must be a string',
  ])
})

verifies('decision.complete.refusals', async () => {
  const before = await generations()
  for (const [bytes, name, words] of [
    [binaryStl(box([400, 10, 10])), 'a.stl', /^This model is 400x10x10mm — larger than/],
    [new TextEncoder().encode('solid nothing'), 'a.stl', /^We couldn't read a printable mesh/],
  ] as const) {
    const signed = await sign(describing(bytes, name))
    await put(signed, bytes)
    expect(await refusal(complete(signed))).toEqual([422, expect.stringMatching(words)])
  }
  expect(await generations()).toBe(before)
  // A busy core does not use up the upload: the bytes stay, and the same call succeeds later.
  const signed = await sign(describing(CUBE))
  await put(signed, CUBE)
  const undo = service.replace({
    objects: { fetchToFile: () => Promise.reject(new Error('the bucket is away')) },
  })
  expect(await refusal(complete(signed))).toEqual([502, 'Could not store the file. Try again.'])
  undo()
  expect((await complete(signed)).status).toBe(200)
})

test('the secret of an address is not logged', async () => {
  const signed = await sign(describing(CUBE))
  const path = new URL(signed.uploadUrl).pathname
  const token = path.split('/').at(-1) ?? ''
  expect(token).toMatch(/^svc_up_[0-9a-f]{48}$/)
  const { deps } = service
  deps.log.info('a test', { path, error: new Error(path) })
  expect(JSON.stringify(service.logs())).not.toContain(token)
  expect(JSON.stringify(service.logs())).toContain('svc_up_[redacted]')
})

test('an OBJ becomes the STL that is ordered', async () => {
  const bytes = new TextEncoder().encode(cubeObj({ sizeMm: 20 }))
  const signed = await sign(describing(bytes, 'cube.obj'))
  await put(signed, bytes)
  const uploaded: Uploaded = await (await complete(signed)).json()
  expect(uploaded).toMatchObject({ fileName: 'cube.stl', bytes: 684 })
})

verifies('decision.upload.sweep', async () => {
  const signed = await sign(describing(CUBE))
  await put(signed, CUBE)
  await sweepUploads(service.deps)
  expect(await waiting(signed.uploadId)).toBe(684)
  service.advance(26 * 3600 + 1)
  try {
    expect(await sweepUploads(service.deps)).toBeGreaterThan(0)
  } finally {
    service.advance(-26 * 3600 - 1)
  }
  expect(await waiting(signed.uploadId)).toBeNull()
  expect((await complete(signed)).status).toBe(404)
})
