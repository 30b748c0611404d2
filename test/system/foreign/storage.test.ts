// Complete orders with models stored by fake-gcs-server and by moto, both third-party servers. test/adapters/storage
// tests the single calls.
import { beforeAll, describe, expect, test } from 'bun:test'
import { foreign, pathOrSkip } from '../../../lab/foreign/places.ts'
import { startMoto } from '../../../lab/foreign/s3/moto.ts'
import { gcsObjectStore } from '../../../server/adapters/storage/object-store-gcs.ts'
import { s3ObjectStore } from '../../../server/adapters/storage/object-store-s3.ts'
import { CUBE, submit } from '../../../testing/people/submit.ts'
import { freePort, waitUntil } from '../../../testing/service/real-server.ts'
import { jsonPost, rawPost } from '../../../testing/service/requests.ts'
import { use, useService } from '../../../testing/use.ts'

const program = pathOrSkip(foreign.fakeGcs)
const motoPython = pathOrSkip(foreign.moto)
const bucket = 'farm-models'

async function startS3(python: string) {
  const moto = await startMoto(python, bucket)
  const keys = { accessKeyId: 'farm', secretAccessKey: 'secret' }
  return {
    open: () => s3ObjectStore({ bucket, endpoint: moto.url, region: 'eu-central-1', ...keys }),
    names: async (): Promise<readonly string[]> =>
      ((await moto.client.list()).contents ?? []).map(({ key }) => key),
    read: (name: string) => moto.client.file(name).bytes(),
    close: moto.close,
  }
}

async function startBucket(path: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const address = ['-scheme', 'http', '-host', '127.0.0.1', '-port', String(port)]
  const server = Bun.spawn([path, ...address, '-backend', 'memory', '-external-url', url], {
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
  return {
    open: () => gcsObjectStore({ bucket, apiEndpoint: url }),
    names: async (): Promise<readonly string[]> => {
      const { items = [] } = await (await fetch(`${url}/storage/v1/b/${bucket}/o`)).json()
      return items.map(({ name }: { name: string }) => name)
    },
    read: async (name: string) => {
      const object = `${url}/storage/v1/b/${bucket}/o/${encodeURIComponent(name)}?alt=media`
      return new Uint8Array(await (await fetch(object)).arrayBuffer())
    },
    close: async () => {
      server.kill()
      await server.exited
    },
  }
}

const judges = [
  ['fake-gcs-server', program, startBucket],
  ['moto', motoPython, startS3],
] as const

for (const [name, path, start] of judges) {
  describe.skipIf(path === null)(name, () => wholeOrders(() => start(path ?? '')))
}

type Bucket = Awaited<ReturnType<typeof startBucket | typeof startS3>>

function wholeOrders(start: () => Promise<Bucket>): void {
  const store = use(start)
  const service = useService()
  beforeAll(() => {
    service.replace({ objects: store.open() })
  })

  test('an order is measured and paid, and the bucket has one copy of equal files', async () => {
    const account = await service.account()
    for (let order = 0; order < 2; order += 1) {
      const response = await submit(service, account)
      expect(await response.json()).toMatchObject({ paid: true })
      expect(response.status).toBe(201)
    }
    const names = await store.names()
    expect(names).toHaveLength(1)
    expect(await store.read(names[0] ?? '')).toEqual(new Uint8Array(Buffer.from(CUBE.bytes)))
  })

  test('an upload is stored, and ordered by its address', async () => {
    const account = await service.account()
    const form = new FormData()
    form.set('file', new Blob([CUBE.bytes]), CUBE.name)
    const uploaded = await service.fetch('/api/print-upload', rawPost(form, account.headers))
    const { modelUrl } = await uploaded.json()
    expect(modelUrl).toStartWith(`gs://${bucket}/`)
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'quote_print', arguments: { model_url: modelUrl } },
    }
    const quoted = await service.fetch('/api/mcp', jsonPost(call, account.headers))
    const { result } = await quoted.json()
    expect(result.structuredContent).toMatchObject({ quote_id: expect.any(String) })
  })

  test('a file written to a signed address is stored and ordered, and the address cannot be used again', async () => {
    const account = await service.account()
    const bytes = new Uint8Array(Buffer.from(CUBE.bytes))
    const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    const request = { fileName: CUBE.name, bytes: bytes.byteLength, sha256 }
    const signed = await service.fetch('/api/print-upload/sign', jsonPost(request, account.headers))
    const { uploadUrl, headers, uploadId } = await signed.json()
    const sent = await fetch(uploadUrl, { method: 'PUT', headers, body: bytes })
    expect(sent.status).toBe(200)
    const done = await service.fetch(
      '/api/print-upload/complete',
      jsonPost({ uploadId }, account.headers),
    )
    expect([done.status, await done.json()]).toEqual([
      200,
      expect.objectContaining({ bytes: bytes.byteLength }),
    ])
    expect((await store.names()).filter((each) => each.startsWith('incoming/'))).toEqual([])
  })
}
