// The guarantees of the bucket on fake-gcs-server, a third-party server; skipped where it is not installed.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foreign } from '../../../lab/foreign/places.ts'
import { gcsObjectStore } from '../../../server/adapters/storage/object-store-gcs.ts'
import type { ObjectStore } from '../../../server/domain/models/ports.ts'
import { freePort, waitUntil } from '../../../testing/service/real-server.ts'

const program = foreign.fakeGcs.path ?? ''
const bucket = 'farm-models'
const STL = 'model/stl'
const MB = 1024 * 1024
const scratch = mkdtempSync(join(tmpdir(), 'svc-gcs-server-'))

describe.skipIf(program === '')('fake-gcs-server', () => {
  let server: Bun.Subprocess
  let store: ObjectStore
  beforeAll(async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const address = ['-scheme', 'http', '-host', '127.0.0.1', '-port', String(port)]
    server = Bun.spawn([program, ...address, '-backend', 'memory', '-external-url', url], {
      stdout: 'ignore',
      stderr: 'ignore',
    })
    const create = () =>
      fetch(`${url}/storage/v1/b`, { method: 'POST', body: JSON.stringify({ name: bucket }) })
    await waitUntil('the bucket is made', () =>
      create().then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    store = gcsObjectStore({ bucket, apiEndpoint: url })
  })
  afterAll(async () => {
    server?.kill()
    await server?.exited
    rmSync(scratch, { recursive: true, force: true })
  })

  for (const [what, size] of [
    ['in one request', 1 * MB],
    ['in a resumable session', 9 * MB],
  ] as const) {
    test(`a file uploaded ${what} can be stored again, and is read back completely`, async () => {
      const key = `models/again-${size}.stl`
      const bytes = new Uint8Array(size).map((_, n) => (n * 19) % 247)
      const path = join(scratch, String(size))
      writeFileSync(path, bytes)
      await store.putFile(key, path, STL)
      await store.putFile(key, path, STL)
      await Promise.all([store.putFile(key, path, STL), store.putFile(key, path, STL)])
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const fetched = await store.fetchToFile(key, join(scratch, `${size}-back`))
      expect(fetched).toEqual({ sizeBytes: size, sha256 })
    })
  }

  test('a missing object is null', async () => {
    expect(await store.fetchToFile('models/none.stl', join(scratch, 'none'))).toBeNull()
  })

  test('the check passes', async () => {
    expect(await store.check()).toBeUndefined()
  })
})
