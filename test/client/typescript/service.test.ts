// The client against the complete service on loopback: orders from every kind of file, refusals, interrupted
// connections.
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createClient,
  OutcomeUnknownError,
  RefusalError,
  TimeoutError,
  type UploadProgress,
} from '../../../client/typescript/src/index.ts'
import { binaryStl, cubeStl, fineCube } from '../../../testing/models/meshes.ts'
import { ADDRESS } from '../../../testing/people/submit.ts'
import { use, useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'
import { cutSubmits, impatientClient, smallOrder } from './cut-submits.ts'
import { openCuttingProxy } from './cutting-proxy.ts'

const service = useService()
const account = use(() => service.account())
const folder = use(
  () => ({ path: mkdtempSync(join(tmpdir(), 'svc-client-')) }),
  ({ path }) => rmSync(path, { recursive: true }),
)
const proxy = use(() => openCuttingProxy(portOf(service.baseUrl)))

const portOf = (url: string) => Number(new URL(url).port)
const clientOf = ({ apiKey } = account) => createClient({ baseUrl: service.baseUrl, apiKey })
const cube = cubeStl({ sizeMm: 20 })
const order = { ...ADDRESS, color: 'Black' } as const

describe('an order', () => {
  test('of a path is submitted, read, and returned again under its key', async () => {
    const path = join(folder.path, 'cube.stl')
    writeFileSync(path, cube)
    const client = clientOf()
    const submitted = await client.submitOrder({ ...order, file: path, quantity: 2 })
    // 8 cm3 x 0.44 x 1.26 = 4.4 g, billed as 5: $0.60, so the minimum of $1.00 a part, and $7.00 postage.
    expect(submitted).toMatchObject({ paid: true, charged: 9, status: 'RECEIVED', replayed: false })
    const { idempotencyKey, code } = submitted
    const again = await client.submitOrder(
      { ...order, file: path, quantity: 2 },
      { idempotencyKey },
    )
    expect(again).toMatchObject({ code, replayed: true })
    const read = await client.getOrder(code)
    expect(read).toMatchObject({ code, quantity: 2, color: 'Black', estimatedCost: 9 })
    const { file_name } = await service.db
      .selectFrom('orders')
      .select('file_name')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    expect(file_name).toBe('cube.stl')
  })

  verifies('client.ts.files', async () => {
    const client = clientOf()
    const fileName = 'cube.stl'
    const { modelUrl } = await client.uploadModel({ file: cube, fileName })
    for (const model of [
      { file: cube, fileName },
      { file: new File([cube], fileName) },
      { file: new Blob([cube]), fileName },
      { file: new Blob([cube]).stream(), fileName },
      { modelUrl },
    ]) {
      expect(await client.submitOrder({ ...order, ...model })).toMatchObject({ charged: 8 })
    }
  })

  test('reports upload progress', async () => {
    const reports: UploadProgress[] = []
    await clientOf().submitOrder(
      { ...order, file: binaryStl(fineCube(20, 20)), fileName: 'cube.stl' },
      { onUploadProgress: (progress) => reports.push(progress) },
    )
    const { totalBytes = 0 } = reports[0] ?? {}
    expect(totalBytes).toBeGreaterThan(200_000)
    expect(reports.length).toBeGreaterThan(3)
    expect(reports.at(-1)).toEqual({ sentBytes: totalBytes, totalBytes })
    const sent = reports.map(({ sentBytes }) => sentBytes)
    expect(sent).toEqual(sent.toSorted((one, other) => one - other))
  })

  verifies('client.ts.watch', async () => {
    const client = clientOf()
    const { code } = await client.submitOrder({ ...order, file: cube, fileName: 'cube.stl' })
    const states: string[] = []
    for await (const { status } of client.watchOrder(code, { intervalMs: 1 })) {
      states.push(status)
      const next = { RECEIVED: 'PRINTING', PRINTING: 'SHIPPED' }[String(status)]
      if (next === undefined) continue
      await service.db
        .updateTable('orders')
        .set({ status: next === 'SHIPPED' ? 'SHIPPED' : 'PRINTING', updated_at: new Date() })
        .where('code', '=', code)
        .execute()
    }
    expect(states).toEqual(['RECEIVED', 'PRINTING', 'SHIPPED'])
    expect(await client.waitForOrder(code)).toMatchObject({ code, status: 'SHIPPED' })
  })
})

verifies('client.ts.refusal', async () => {
  const client = clientOf()
  const path = join(folder.path, 'readme.txt')
  writeFileSync(path, 'no model')
  const refused = await client.submitOrder({ ...order, file: path }).catch((error) => error)
  expect(refused).toBeInstanceOf(RefusalError)
  expect(refused).toMatchObject({
    status: 415,
    message:
      'Unsupported file. Send an STL or GLB model, or an already-sliced .gcode / .gcode.3mf.',
    retryAfterSeconds: null,
  })
  expect(await client.getOrder('SVC-AAAAAA').catch(({ status }) => status)).toBe(404)
})

test('a mesh is checked, and a price estimated, without an account', async () => {
  const client = createClient({ baseUrl: service.baseUrl })
  const checked = await client.checkPrintability({ file: cube, fileName: 'cube.stl' })
  expect(checked).toMatchObject({ printStatus: 'ready', printability: { volumeCm3: 8 } })
  // 8 cm3 x 0.44 x 1.26 = 4.4 g, billed as 5: below the minimum of $1.00, and $7.00 postage.
  expect(await client.price({ bboxMm: { x: 20, y: 20, z: 20 } })).toMatchObject({ total: 8 })
})

test('waiting ends at the given time, and the error names the awaited condition', async () => {
  const client = clientOf()
  const { code } = await client.submitOrder({ ...order, file: cube, fileName: 'cube.stl' })
  const error = await client
    .waitForOrder(code, { intervalMs: 20, timeoutMs: 100 })
    .catch((thrown) => thrown)
  expect(error).toBeInstanceOf(TimeoutError)
  expect(error.message).toBe(
    `Order ${code} is still RECEIVED after 0.1 s. It is still in progress: wait again.`,
  )
  const reached = { until: ({ status }: { status: string }) => status === 'RECEIVED' }
  expect(await client.waitForOrder(code, { ...reached, timeoutMs: 100 })).toMatchObject({ code })
})

test('a stored model costs as much as its order', async () => {
  const client = clientOf()
  const { modelUrl } = await client.uploadModel({ file: cube, fileName: 'cube.stl' })
  const options = {
    modelUrl,
    material: 'petg',
    color: 'Black',
    infill: 100,
    country: 'DE',
  } as const
  const price = await client.priceModel(options)
  // 8 cm3 x 1.27 = 10.16 g, billed as 11: $1.32, and $30 of postage.
  expect(price).toMatchObject({ total: 31.32, dimensionsMm: [20, 20, 20], unit: 'mm' })
  const { recipientName, street1, city, state, zip } = order
  const address = { recipientName, street1, city, state, zip }
  expect(await client.submitOrder({ ...options, ...address })).toMatchObject({ charged: 31.32 })
  await expect(client.priceModel({ ...options, quantity: 51 })).rejects.toThrow(TypeError)
  const keyless = createClient({ baseUrl: service.baseUrl })
  await expect(keyless.priceModel(options)).rejects.toThrow(TypeError)
})

test('a missing path is an error of the file system', async () => {
  const call = clientOf().submitOrder({ ...order, file: join(folder.path, 'missing.stl') })
  expect(await call.catch(({ code }) => code)).toBe('ENOENT')
})

describe('an interrupted connection', () => {
  const ordersOf = ({ accountId } = account) =>
    service.db.selectFrom('orders').select('code').where('account_id', '=', accountId).execute()

  verifies('client.ts.cut', async () => {
    const buyer = await service.account()
    const codes = await cutSubmits(proxy, buyer.apiKey, 61)
    expect(codes.length).toBeGreaterThan(30)
    expect(new Set(codes).size).toBe(codes.length)
    expect((await ordersOf(buyer)).map(({ code }) => code).toSorted()).toEqual(codes.toSorted())
    const customer = buyer.customerId ?? ''
    expect(await service.stripe.charges({ customer })).toMatchObject({ succeeded: codes.length })
    const doubles = (await service.stripe.chargesByOrder()).filter(({ succeeded }) => succeeded > 1)
    expect(doubles).toEqual([])
  })

  verifies('client.ts.unknown', async () => {
    const buyer = await service.account()
    const client = impatientClient(proxy.baseUrl, buyer.apiKey)
    proxy.arm({ of: 'response', afterBytes: 60 }, Infinity)
    const unknown = await client.submitOrder(smallOrder, { retries: 2 }).catch((error) => error)
    expect(unknown).toBeInstanceOf(OutcomeUnknownError)
    proxy.arm(null)
    const { idempotencyKey } = unknown
    const found = await client.submitOrder(smallOrder, { idempotencyKey })
    expect(found).toMatchObject({ paid: true, replayed: true })
    expect(await ordersOf(buyer)).toEqual([{ code: found.code }])
    const customer = buyer.customerId ?? ''
    expect(await service.stripe.charges({ customer })).toMatchObject({ succeeded: 1 })
  })
})
