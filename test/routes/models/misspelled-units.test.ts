// `unit` instead of `units` (decisions.md 24): every endpoint with a unit refuses it, because a file in inches would
// be read in millimeters.
import { describe, expect, test } from 'bun:test'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { type Buyer, buyer, storeCube } from '../../../testing/people/shop.ts'
import { orderForm } from '../../../testing/people/submit.ts'
import type { TestAccount } from '../../../testing/service/service.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService()
const ada = use<Buyer>(() => buyer(service))
const account = use<TestAccount>(() => service.account(ada))

const refused = { error: 'Unknown field "unit". Did you mean units?' }
const file = () => new File([cubeStl({ sizeMm: 20 })], 'cube.stl')

async function readResponse(path: string, init: RequestInit) {
  const headers = new Headers(init.headers)
  const response = await service.fetch(path, { method: 'POST', ...init, headers })
  return [response.status, await response.json()] as const
}

function sendForm(path: string, fields: Readonly<Record<string, string>>) {
  const body = new FormData()
  body.append('file', file())
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return readResponse(path, { body, headers: { authorization: account.headers.authorization } })
}

const sendJson = (path: string, fields: object) =>
  readResponse(path, {
    body: JSON.stringify(fields),
    headers: { 'content-type': 'application/json', cookie: ada.cookie, origin: service.baseUrl },
  })

describe('unit for units is refused', () => {
  test.each(['/api/print-upload', '/api/printability'])('in the form of %s', async (path) => {
    expect(await sendForm(path, { unit: 'in' })).toEqual([400, refused])
    // No similar name exists at this endpoint: a name that an order knows is not a misspelling here.
    const [status, body] = await sendForm(path, { units: 'mm', colour: 'Red', title: 'Part' })
    expect([status, body]).toEqual([200, expect.any(Object)])
  })

  test('in the form of an order', async () => {
    const body = orderForm({ unit: 'in' })
    const headers = { authorization: account.headers.authorization }
    expect(await readResponse('/api/print/orders', { body, headers })).toEqual([400, refused])
  })

  test('in the JSON of /api/print-upload/sign', async () => {
    const described = { fileName: 'part.stl', bytes: 684, sha256: '2ef0a0a6'.repeat(8) }
    const path = '/api/print-upload/sign'
    expect(await sendJson(path, { ...described, unit: 'in' })).toEqual([400, refused])
    const [status] = await sendJson(path, { ...described, colour: 'Red' })
    expect(status).toBe(200)
  })

  test('in the JSON of /api/model-import', async () => {
    const url = 'https://files.example.com/part.stl'
    expect(await sendJson('/api/model-import', { url, unit: 'in' })).toEqual([400, refused])
  })

  test('in the JSON of /api/printability', async () => {
    const modelUrl = await storeCube(service, ada, 23)
    const path = '/api/printability'
    expect(await sendJson(path, { modelUrl, unit: 'in' })).toEqual([400, refused])
    const [status] = await sendJson(path, { modelUrl, colour: 'Red' })
    expect(status).toBe(200)
  })
})
