// Uploads in progress are limited for each account, for each address without an account, and by the disk. The body of
// an unknown caller is not read.
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createExtensionToken } from '../../../server/domain/accounts/extension-tokens.ts'
import type { AccountId } from '../../../server/domain/base/caller.ts'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { until } from '../../../testing/service/until.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const MB = 1024 * 1024
const busy = {
  error:
    'Too many of your uploads are in progress. Nothing was stored or charged; send this one again when another has finished.',
}

const service = useService()

const uploading = () => readdirSync(join(service.stateDir, 'uploads')).length

type Unfinished = { readonly response: Promise<Response>; readonly hangUp: () => void }

/** Sends the start of a form with a file and then nothing more. */
function unfinished(path: string, headers: Record<string, string>): Unfinished {
  const start =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="large.stl"\r\n\r\nsolid large'
  let hangUp = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(start))
      hangUp = () => controller.error(new Error('the connection broke'))
    },
  })
  const response = service.fetch(
    path,
    rawPost(body, { ...headers, 'content-type': 'multipart/form-data; boundary=b' }),
  )
  return { response, hangUp }
}

/** Returns the requests that are refused immediately. The others wait for the rest of their bodies. */
async function refusedOf(requests: readonly Unfinished[], expected: number): Promise<Response[]> {
  const refused: Response[] = []
  for (const { response } of requests) void response.then((value) => refused.push(value))
  await until(() => refused.length >= expected)
  return refused
}

async function tokenOf({ accountId }: { accountId: AccountId }) {
  const caller = { kind: 'account', accountId, email: 'x@example.com', credential: 'session' }
  const created = await createExtensionToken(service.deps, caller as never, { name: 'test' })
  if (!created.ok) throw new Error(created.failure.kind)
  return { authorization: `Bearer ${created.value.token}` }
}

verifies('http.uploads-bounded', async () => {
  const greedy = await service.account({ card: null })
  const other = await service.account()
  const headers = { ...(await tokenOf(greedy)), 'content-length': String(90 * MB) }
  const requests = Array.from({ length: 24 }, () => unfinished('/api/print/orders', headers))
  // 512 MB hold five of 90.
  const refused = await refusedOf(requests, 19)
  expect(refused).toHaveLength(19)
  for (const response of refused) {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toEqual(busy)
  }
  await until(() => uploading() === 5)
  expect((await placed(submit(service, other))).paid).toBe(true)

  for (const { hangUp } of requests) hangUp()
  await Promise.all(requests.map(({ response }) => response))
  expect(uploading()).toBe(0)
  expect((await placed(submit(service, greedy))).paid).toBe(false)
})

test('an account may have 64 uploads at a time, however small they are', async () => {
  const account = await service.account()
  const requests = Array.from({ length: 65 }, () =>
    unfinished('/api/print/orders', account.headers),
  )
  const refused = await refusedOf(requests, 1)
  expect(refused.map(({ status }) => status)).toEqual([503])
  for (const { hangUp } of requests) hangUp()
  await Promise.all(requests.map(({ response }) => response))
  expect(uploading()).toBe(0)
})

test('callers without an account may upload 128 MB at a time from each address', async () => {
  const headers = { 'content-length': String(25 * MB) }
  const requests = Array.from({ length: 8 }, () => unfinished('/api/printability', headers))
  const refused = await refusedOf(requests, 3)
  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503])
  for (const { hangUp } of requests) hangUp()
  await Promise.all(requests.map(({ response }) => response))
})

test('generations with pictures share these limits', async () => {
  const account = await service.account()
  const headers = { ...(await tokenOf(account)), 'content-length': String(40 * MB) }
  const requests = Array.from({ length: 14 }, () => unfinished('/api/generate/start', headers))
  // 512 MB hold twelve of 40.
  const refused = await refusedOf(requests, 2)
  expect(refused.map(({ status }) => status)).toEqual([503, 503])
  expect(await refused[0]?.json()).toEqual(busy)
  for (const { hangUp } of requests) hangUp()
  await Promise.allSettled(requests.map(({ response }) => response))
  expect(uploading()).toBe(0)
})

describe('an unknown caller is refused before anything is read', () => {
  const file = new Blob([cubeStl({ sizeMm: 20 })])
  for (const path of [
    '/api/print/orders',
    '/api/print-upload',
    '/api/generate',
    '/api/generate/start',
  ]) {
    test(path, async () => {
      const bytes = await file.bytes()
      let pulled = 0
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            pulled += 1
            controller.enqueue(bytes)
          },
        },
        { highWaterMark: 0 },
      )
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const response = await service.fetch(path, { method: 'POST', headers, body })
      expect(response.status).toBe(401)
      expect(pulled).toBe(0)
      expect(uploading()).toBe(0)
    })
  }
})
