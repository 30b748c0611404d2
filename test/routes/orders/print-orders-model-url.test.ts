// POST /api/print/orders with modelUrl: models that the service stores for an account.
import { describe, expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { createModels } from '../../../server/db/models/models.ts'
import { callTool, refusalOf } from '../../../testing/agent/call-tool.ts'
import { orderRow } from '../../../testing/database/rows.ts'
import { gcode } from '../../../testing/models/gcode.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { CUBE, type FormChanges, placed, refusal, submit } from '../../../testing/people/submit.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { cubeObj } from '../../../testing/slicer/scripted-slicer.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const mine = use(() => service.account())
const theirs = use(() => service.account())

const formats = v.picklist(['stl', 'glb', '3mf', 'gcode', 'obj'])

/** Stores a model for the account, as a generation or an upload does; returns its URI. */
async function store(
  owner: TestAccount,
  bytes: Uint8Array<ArrayBuffer> | string,
  fileName = 'stored.stl',
): Promise<string> {
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const format = v.parse(formats, fileName.split('.').at(-1))
  const key = `models/${sha256}.${format}`
  const path = join(service.stateDir, sha256)
  writeFileSync(path, bytes)
  await service.deps.objects.putFile(key, path, 'model/stl')
  const uri = service.deps.objects.uri(key)
  const model = { uri, fileName, sha256, sizeBytes: bytes.length }
  await service.db
    .insertInto('models')
    .values({
      account_id: owner.accountId,
      uri,
      file_name: fileName,
      sha256,
      size_bytes: model.sizeBytes,
      format,
    })
    .execute()
  return uri
}

const byUrl = (modelUrl: string, fields: FormChanges = {}) =>
  submit(service, mine, { fields: { modelUrl, ...fields }, file: null })

verifies(['orders.submit.model-url-owned', 'orders.submit.file-or-model-url'], async () => {
  const uri = await store(mine, cubeStl({ sizeMm: 30 }), 'hook.stl')
  expect(uri).toStartWith('gs://')
  const order = await placed(byUrl(uri))
  expect([order.paid, order.breakdown.grams]).toEqual([true, 15])
  const row = await orderRow(service.db, order.code)
  expect(row).toMatchObject({ file_uri: uri, file_name: 'hook.stl', file_format: 'stl' })
  expect((await placed(byUrl(`  ${uri} `))).paid).toBe(true)
  expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
})

verifies('orders.submit.file-wins', async () => {
  const uri = await store(mine, cubeStl({ sizeMm: 40 }), 'large.stl')
  const both = await placed(submit(service, mine, { fields: { modelUrl: uri } }))
  expect(both.breakdown.grams).toBe(5) // The uploaded cube, not the stored one.
  const foreign = await placed(
    submit(service, mine, { fields: { modelUrl: 'gs://elsewhere/x.stl' } }),
  )
  expect(foreign.paid).toBe(true)
  const empty = { fields: { modelUrl: uri }, file: { name: 'empty.stl', bytes: '' } }
  expect(await refusal(submit(service, mine, empty))).toEqual([400, 'The file is empty.'])
})

test('an empty file input counts as none', async () => {
  const uri = await store(mine, cubeStl({ sizeMm: 31 }))
  const unfilled = { name: '', bytes: '' }
  const order = await placed(submit(service, mine, { fields: { modelUrl: uri }, file: unfilled }))
  expect(order.breakdown.grams).toBe(17) // 29.791 x 0.5544 = 16.516
  expect(await refusal(submit(service, mine, { file: unfilled }))).toEqual([
    400,
    'No file provided.',
  ])
})

verifies(
  ['orders.submit.error.model-url-not-managed', 'orders.submit.model-url-managed'],
  async () => {
    const response: [number, string] = [400, 'modelUrl must be a model stored by the service.']
    const key = (await store(mine, cubeStl({ sizeMm: 32 }))).replace('gs://svc-local/', '')
    for (const uri of [
      `https://storage.googleapis.com/svc-local/${key}`,
      `gs://another-bucket/${key}`,
      `GS://svc-local/${key}`,
      `gs://svc-local`,
      'gs://svc-local/',
      'gs://svc-local/../svc-local/x.stl',
      `gs://svc-local//${key}`,
      `gs://svc-local/${key}?generation=1`,
      `file:///etc/passwd`,
      'cube.stl',
      `gs://svc-local/${'x'.repeat(2000)}.stl`,
    ]) {
      expect([uri, ...(await refusal(byUrl(uri)))]).toEqual([uri, ...response])
    }
  },
)

verifies(['orders.submit.error.model-url-foreign', 'orders.submit.model-url-foreign'], async () => {
  const response: [number, string] = [403, 'That model does not belong to this account.']
  const uri = await store(theirs, cubeStl({ sizeMm: 33 }))
  expect(await refusal(byUrl(uri))).toEqual(response)
  // A model that does not exist gets the same response, so callers cannot probe for models.
  expect(await refusal(byUrl('gs://svc-local/models/unknown.stl'))).toEqual(response)
  // The same bytes uploaded by both belong to both.
  const shared = await store(theirs, cubeStl({ sizeMm: 34 }), 'theirs.stl')
  expect(await refusal(byUrl(shared))).toEqual(response)
  await createModels(service.db).add(mine.accountId, {
    uri: shared,
    fileName: 'mine.stl',
    sha256: 'x',
    sizeBytes: 684,
    format: 'stl',
  })
  expect((await placed(byUrl(shared))).paid).toBe(true)
})

verifies('orders.submit.error.model-unreadable', async () => {
  const response: [number, string] = [404, 'Could not read that model.']
  const uri = await store(mine, cubeStl({ sizeMm: 35 }))
  const gone = service.replace({ objects: { fetchToFile: async () => null } })
  expect(await refusal(byUrl(uri))).toEqual(response)
  gone()
  const fetchToFile = () => Promise.reject(new Error('the bucket is gone'))
  const broken = service.replace({ objects: { fetchToFile } })
  expect(await refusal(byUrl(uri))).toEqual(response)
  broken()
  expect((await placed(byUrl(uri))).paid).toBe(true)
  expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
})

describe('the order of checks', () => {
  const badAddress = { city: '', country: 'XX' }
  verifies('orders.submit.order.file-before-shipping', async () => {
    const managed = 'modelUrl must be a model stored by the service.'
    expect(await refusal(byUrl('gs://elsewhere/x.stl', badAddress))).toEqual([400, managed])
    const foreign = await store(theirs, cubeStl({ sizeMm: 36 }))
    expect((await refusal(byUrl(foreign, badAddress)))[0]).toBe(403)
    const uri = await store(mine, cubeStl({ sizeMm: 37 }))
    const fetchToFile = async () => null
    const gone = service.replace({ objects: { fetchToFile } })
    expect((await refusal(byUrl(uri, badAddress)))[0]).toBe(404)
    gone()
    expect(await refusal(byUrl(uri, badAddress))).toEqual([
      400,
      'Missing required shipping fields: city',
    ])
  })
})

verifies('decision.obj-never-ordered', async () => {
  const cube = await store(mine, cubeObj({ sizeMm: 20 }), 'upload.obj')
  const unsupported = [
    415,
    'Unsupported file. Send an STL or GLB model, or an already-sliced .gcode / .gcode.3mf.',
  ] as const
  expect(await refusal(byUrl(cube))).toEqual(unsupported)
  const file = { name: 'upload.obj', bytes: cubeObj({ sizeMm: 20 }) }
  expect(await refusal(submit(service, mine, { file }))).toEqual(unsupported)
  // The extension is checked after the other fields.
  expect(await refusal(byUrl(cube, { quality: 'ultra' }))).toEqual([
    400,
    'Invalid quality. One of: standard, premium',
  ])
  expect(await refusal(byUrl(cube, { city: '' }))).toEqual([
    400,
    'Missing required shipping fields: city',
  ])
  const quote = callTool(service, mine, 'quote_print', { model_url: cube })
  expect(await refusalOf(quote)).toStartWith('quote_print accepts .stl')
  expect(await service.db.selectFrom('quotes').selectAll().execute()).toEqual([])
})

test('a stored sliced file is billed as a sliced file', async () => {
  const uri = await store(mine, gcode({ grams: '3.03', time: '0h 20m 10s' }), 'part.gcode')
  expect((await placed(byUrl(uri))).breakdown).toMatchObject({ grams: 4, printHours: 0.34 })
})

test('an order by modelUrl leaves no copy behind when it is refused', async () => {
  const uri = await store(mine, 'no mesh at all', 'broken.stl')
  expect((await refusal(byUrl(uri)))[0]).toBe(422)
  expect((await refusal(submit(service, mine, { fields: { city: '' }, file: CUBE })))[0]).toBe(400)
  expect(readdirSync(join(service.stateDir, 'uploads'))).toEqual([])
})
