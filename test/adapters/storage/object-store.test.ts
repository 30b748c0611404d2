// Guarantees of every object store, tested on each: the folder, a bucket behind a small fake of Google's server, and
// an S3 bucket behind a small fake and behind moto, an independent implementation (skipped where moto is not
// installed).
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { foreign, pathOrSkip } from '../../../lab/foreign/places.ts'
import { startMoto } from '../../../lab/foreign/s3/moto.ts'
import { openObjectStore } from '../../../server/adapters/storage/object-store.ts'
import { folderObjectStore } from '../../../server/adapters/storage/object-store-folder.ts'
import { gcsObjectStore } from '../../../server/adapters/storage/object-store-gcs.ts'
import { s3ObjectStore } from '../../../server/adapters/storage/object-store-s3.ts'
import { presignPut } from '../../../server/adapters/storage/s3-presign.ts'
import type { ObjectStore } from '../../../server/domain/models/ports.ts'
import { type FakeGcs, startFakeGcs } from '../../../testing/service/fake-gcs.ts'
import { startFakeS3 } from '../../../testing/service/fake-s3.ts'
import { until } from '../../../testing/service/until.ts'

const scratch = mkdtempSync(join(tmpdir(), 'svc-objects-'))
const gcs: FakeGcs = startFakeGcs('farm-models')
const s3 = startFakeS3('farm-models')
const motoPython = pathOrSkip(foreign.moto)
const moto = motoPython === null ? null : await startMoto(motoPython, 'farm-models')
const s3At = (
  endpoint: string,
  bucket = 'farm-models',
  limits: { readonly timeoutMs?: number; readonly removalMs?: number } = {},
) =>
  s3ObjectStore({
    bucket,
    endpoint,
    region: 'eu-central-1',
    accessKeyId: 'farm',
    secretAccessKey: 'secret',
    ...limits,
  })
afterAll(async () => {
  await gcs.stop()
  await s3.stop()
  await moto?.close()
  rmSync(scratch, { recursive: true, force: true })
})

const STL = 'model/stl'
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
let count = 0
const local = () => join(scratch, `file-${++count}`)
function file(bytes: string | Uint8Array): string {
  const path = local()
  writeFileSync(path, bytes)
  return path
}

type Case = {
  readonly name: string
  readonly bucket: string
  readonly open: () => ObjectStore
  /** Sets the time at which the object was stored. */
  readonly setStored: (key: string, at: Date) => void | Promise<void>
}

const stores: readonly Case[] = [
  {
    name: 'folder',
    bucket: 'svc-local',
    open: () => folderObjectStore(join(scratch, 'store')),
    setStored: (key, at) => utimesSync(join(scratch, 'store', 'objects', key), at, at),
  },
  {
    name: 'bucket',
    bucket: 'farm-models',
    open: () => gcsObjectStore({ bucket: 'farm-models', apiEndpoint: gcs.url }),
    setStored: (key, at) => {
      Object.assign(gcs.objects.get(key) ?? {}, { updated: at })
    },
  },
  {
    name: 'S3',
    bucket: 'farm-models',
    open: () => s3At(s3.url),
    setStored: (key, at) => {
      Object.assign(s3.objects.get(key) ?? {}, { updated: at })
    },
  },
  ...(moto === null
    ? []
    : [
        {
          name: 'S3 by moto',
          bucket: 'farm-models',
          open: () => s3At(moto.url),
          setStored: moto.setStored,
        },
      ]),
]

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

for (const { name, bucket, open, setStored } of stores) {
  describe(name, () => {
    let store: ObjectStore
    beforeAll(() => {
      store = open()
    })

    test('a stored file is read back byte for byte, with its size and digest', async () => {
      const bytes = new Uint8Array(100_000).map((_, n) => (n * 31) % 251)
      await store.putFile('models/a1/round.stl', file(bytes), STL)
      const path = local()
      const fetched = await store.fetchToFile('models/a1/round.stl', path)
      expect(fetched).toEqual({ sizeBytes: 100_000, sha256: sha256(bytes) })
      expect(sha256(readFileSync(path))).toBe(sha256(bytes))
      expect(sha256((await store.read('models/a1/round.stl')) ?? '')).toBe(sha256(bytes))
    })

    test('a file above the resumable limit is read back whole as well', async () => {
      const bytes = new Uint8Array(9 * 1024 * 1024).map((_, n) => (n * 17) % 253)
      await store.putFile('models/a1/large.stl', file(bytes), STL)
      const fetched = await store.fetchToFile('models/a1/large.stl', local())
      expect(fetched).toEqual({ sizeBytes: bytes.length, sha256: sha256(bytes) })
    })

    test('an object has a size until it is removed, and may be removed twice', async () => {
      const key = 'incoming/a1'
      expect(await store.sizeOf(key)).toBeNull()
      await store.putFile(key, file('twelve bytes'), STL)
      expect(await store.sizeOf(key)).toBe(12)
      await store.remove(key)
      await store.remove(key)
      expect(await store.sizeOf(key)).toBeNull()
      expect(await store.fetchToFile(key, local())).toBeNull()
      expect(await store.read(key)).toBeNull()
    })

    test('an old object is removed, but not one that was stored again since', async () => {
      const key = 'models/a1/swept.stl'
      const put = () => store.putFile(key, file('swept'), STL)
      const remove = () => store.removeOlder(key, hoursAgo(24))
      await put()
      expect(await remove()).toBe(false)
      await setStored(key, hoursAgo(25))
      await put()
      expect(await remove()).toBe(false)
      expect(await store.sizeOf(key)).toBe(5)
      await setStored(key, hoursAgo(25))
      expect(await remove()).toBe(true)
      expect(await store.sizeOf(key)).toBeNull()
      // The object does not exist.
      expect(await remove()).toBe(true)
      await put()
      expect(await store.sizeOf(key)).toBe(5)
    })

    test('an object that is stored again while it is being removed exists afterwards', async () => {
      for (let round = 0; round < 20; round++) {
        const key = `models/a1/raced-${round}.stl`
        await store.putFile(key, file('raced'), STL)
        await setStored(key, hoursAgo(25))
        await Promise.all([
          store.removeOlder(key, hoursAgo(24)),
          store.putFile(key, file('raced'), STL),
        ])
        expect(await store.sizeOf(key)).toBe(5)
      }
    })

    test('all objects with a common prefix are removed, and no others', async () => {
      const keys = [
        'pictures/ab-1.png',
        'pictures/ab-2.png',
        'pictures/ac-1.png',
        'models/ab-1.stl',
      ]
      for (const key of keys) await store.putFile(key, file('drawn'), 'image/png')
      await store.removeAll('pictures/ab-')
      await store.removeAll('pictures/none-')
      await store.removeAll('no-such-folder/ab-')
      expect(await Promise.all(keys.map((key) => store.sizeOf(key)))).toEqual([null, null, 5, 5])
    })

    test('storing an object that already exists changes nothing and is not an error', async () => {
      await store.putFile('models/a1/same.stl', file('first'), STL)
      await store.putFile('models/a1/same.stl', file('second'), STL)
      const path = local()
      await store.fetchToFile('models/a1/same.stl', path)
      expect(readFileSync(path, 'utf8')).toBe('first')
    })

    test('a file above the resumable limit can be stored again, even by two concurrent writers', async () => {
      const bytes = new Uint8Array(9 * 1024 * 1024).map((_, n) => (n * 13) % 241)
      const put = () => store.putFile('models/a1/large-again.stl', file(bytes), STL)
      await Promise.all([put(), put()])
      await put()
      const fetched = await store.fetchToFile('models/a1/large-again.stl', local())
      expect(fetched).toEqual({ sizeBytes: bytes.length, sha256: sha256(bytes) })
    })

    test('sixteen concurrent writers of one object all succeed', async () => {
      const puts = Array.from({ length: 16 }, () =>
        store.putFile('models/a1/race.stl', file('racing bytes'), STL),
      )
      await Promise.all(puts)
      const fetched = await store.fetchToFile('models/a1/race.stl', local())
      expect(fetched?.sha256).toBe(sha256('racing bytes'))
    })

    test('removing the local file afterwards does not touch the object', async () => {
      const path = file('kept')
      await store.putFile('models/a1/kept.stl', path, STL)
      rmSync(path)
      expect((await store.fetchToFile('models/a1/kept.stl', local()))?.sizeBytes).toBe(4)
    })

    test('a missing object is null, and leaves no local file', async () => {
      const path = local()
      expect(await store.fetchToFile('models/a1/nothing.stl', path)).toBeNull()
      expect(existsSync(path)).toBe(false)
    })

    test('a missing local file is an error', async () => {
      await expect(store.putFile('models/a1/none.stl', local(), STL)).rejects.toThrow()
      expect(await store.fetchToFile('models/a1/none.stl', local())).toBeNull()
    })

    test('a URI names the bucket and gives its key back', () => {
      const uri = store.uri('models/ab/cd.gcode.3mf')
      expect(uri).toBe(`gs://${bucket}/models/ab/cd.gcode.3mf`)
      expect(store.parseUri(uri)).toBe('models/ab/cd.gcode.3mf')
    })

    const foreignUris = [
      '',
      'models/ab/cd.stl',
      'https://storage.googleapis.com/farm-models/x.stl',
      'gs://another-bucket/models/ab/cd.stl',
      `gs://${bucket}`,
      `gs://${bucket}/`,
      `gs://${bucket}x/models/ab/cd.stl`,
      `gs://${bucket}/../${bucket}/x.stl`,
      `gs://${bucket}/models/../../etc/passwd`,
      `gs://${bucket}/models//x.stl`,
      `gs://${bucket}//etc/passwd`,
      `gs://${bucket}/models/.hidden`,
      `gs://${bucket}/models/%2e%2e/x.stl`,
      `gs://${bucket}/models\\..\\x.stl`,
      `gs://${bucket}/models/x.stl\u0000.png`,
      `gs://${bucket}/models/x.stl\n`,
      `GS://${bucket}/models/x.stl`,
      `gs://${bucket}/${'a'.repeat(513)}`,
    ]
    for (const uri of foreignUris) {
      test(`${JSON.stringify(uri.slice(0, 60))} is not in managed storage`, () => {
        expect(store.parseUri(uri)).toBeNull()
      })
    }

    test('a key that would lead out of the store is refused', async () => {
      const path = file('x')
      for (const key of ['../x', '/etc/x', 'a/../b', '', 'a//b', 'a/']) {
        expect(() => store.uri(key)).toThrow('Not an object key')
        await expect(store.putFile(key, path, STL)).rejects.toThrow('Not an object key')
        await expect(store.fetchToFile(key, local())).rejects.toThrow('Not an object key')
        await expect(store.read(key)).rejects.toThrow('Not an object key')
      }
    })

    test('a store that works passes its check', async () => {
      expect(await store.check()).toBeUndefined()
    })
  })
}

test('a fetched file is counted before it is written, and is not written without space', async () => {
  const counted: [string, number][] = []
  const grow = (path: string, bytes: number) => {
    counted.push([path, bytes])
    if (counted.length > 1) throw new Error('no room')
  }
  const store = folderObjectStore(join(scratch, 'counted'), grow)
  await store.putFile('models/large.stl', file(new Uint8Array(1_000_000)), STL)
  await store.putFile('models/small.stl', file('small'), STL)
  const [small, large] = [local(), local()]
  await store.fetchToFile('models/small.stl', small)
  expect(counted).toEqual([[small, 5]])
  await expect(store.fetchToFile('models/large.stl', large)).rejects.toThrow('no room')
  expect(existsSync(large)).toBe(false)
  expect(counted).toHaveLength(2)
})

test('the folder keeps no partial files', () => {
  expect(readdirSync(join(scratch, 'store', 'incoming'))).toEqual([])
})

test('a folder that cannot be created fails its check', async () => {
  const store = folderObjectStore(join(file('not a folder'), 'store'))
  await expect(store.check()).rejects.toThrow()
})

test('the bucket records the content type', () => {
  expect(gcs.objects.get('models/a1/round.stl')?.contentType).toBe(STL)
  expect(gcs.objects.get('models/a1/large.stl')?.contentType).toBe(STL)
})

test('an upload whose response was lost is retried and counts as stored', async () => {
  const store = gcsObjectStore({ bucket: 'farm-models', apiEndpoint: gcs.url })
  const before = gcs.uploads()
  gcs.loseNextAnswer = true
  await store.putFile('models/a1/lost.stl', file('lost response'), STL)
  expect(gcs.uploads() - before).toBe(2)
  expect(Buffer.from(gcs.objects.get('models/a1/lost.stl')?.bytes ?? []).toString()).toBe(
    'lost response',
  )
})

test('bytes damaged in transit from the bucket are an error, not a file', async () => {
  const store = gcsObjectStore({ bucket: 'farm-models', apiEndpoint: gcs.url })
  await store.putFile('models/a1/damaged.stl', file('damage me'), STL)
  gcs.corruptDownloads = true
  const path = local()
  await expect(store.fetchToFile('models/a1/damaged.stl', path)).rejects.toThrow()
  await expect(store.read('models/a1/damaged.stl')).rejects.toThrow()
  gcs.corruptDownloads = false
  expect(existsSync(path)).toBe(false)
})

test('a bucket that does not exist fails the check', async () => {
  const store = gcsObjectStore({ bucket: 'no-such-bucket', apiEndpoint: gcs.url })
  await expect(store.check()).rejects.toThrow()
})

const nowhere = { gcsBucket: null, s3: null, storageDir: null, stateDir: join(scratch, 'state') }

test('without a bucket the store is a folder below the state folder', async () => {
  const store = await openObjectStore(nowhere)
  await store.putFile('models/x.stl', file('x'), STL)
  expect(existsSync(join(scratch, 'state/storage/objects/models/x.stl'))).toBe(true)
})

test('uses a configured folder, and with S3 settings the bucket', async () => {
  const folder = await openObjectStore({ ...nowhere, storageDir: join(scratch, 'kept') })
  await folder.putFile('models/y.stl', file('y'), STL)
  expect(existsSync(join(scratch, 'kept/objects/models/y.stl'))).toBe(true)
  const keys = { region: 'eu-central-1', accessKeyId: 'farm', secretAccessKey: 'secret' }
  const s3Settings = { bucket: 'farm-models', endpoint: s3.url, ...keys }
  const bucket = await openObjectStore({ ...nowhere, s3: s3Settings })
  await bucket.putFile('models/y.stl', file('y'), STL)
  expect(s3.objects.get('models/y.stl')?.contentType).toBe(STL)
})

test('an S3 writer waits for a removal that checked the object before it wrote, and writes again', async () => {
  const store = s3At(s3.url)
  const key = 'models/a1/removed-late.stl'
  await store.putFile(key, file('late'), STL)
  Object.assign(s3.objects.get(key) ?? {}, { updated: hoursAgo(25) })
  // The removal pauses between its check and its deletion until the writer has written, has found the marker, and looks for it again.
  const [deleting, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let looks = 0
  s3.before = async (call) => {
    if (call.key === key && call.method === 'DELETE') {
      deleting.resolve()
      await found.promise
    }
    if (call.key === '') {
      looks += 1
      if (looks === 2) found.resolve()
    }
  }
  const removal = store.removeOlder(key, hoursAgo(24))
  await deleting.promise
  await store.putFile(key, file('late'), STL)
  expect(await removal).toBe(true)
  s3.before = () => {}
  expect(await store.sizeOf(key)).toBe(4)
  expect([...s3.objects.keys()].filter((name) => name.startsWith('removing/'))).toEqual([])
})

test('an S3 writer whose object is removed before it checks for markers writes again', async () => {
  const store = s3At(s3.url)
  const key = 'models/a1/removed-early.stl'
  await store.putFile(key, file('early'), STL)
  Object.assign(s3.objects.get(key) ?? {}, { updated: hoursAgo(25) })
  // The removal checks, the writer writes, and the removal deletes and removes its marker; only then does the writer
  // check for markers.
  const [deleting, written, removed] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ]
  s3.before = async (call) => {
    if (call.key === key && call.method === 'DELETE') {
      deleting.resolve()
      await written.promise
    }
    if (call.key === '') {
      written.resolve()
      await removed.promise
    }
  }
  const removal = store.removeOlder(key, hoursAgo(24)).finally(removed.resolve)
  await deleting.promise
  await store.putFile(key, file('early'), STL)
  expect(await removal).toBe(true)
  s3.before = () => {}
  expect(await store.sizeOf(key)).toBe(5)
})

const markersFor = (key: string) =>
  [...s3.objects.keys()].filter((name) => name.startsWith(`removing/${key}/`))

test('an S3 deletion that arrives after its caller gave up deletes no object that is considered stored', async () => {
  const store = s3At(s3.url, 'farm-models', { timeoutMs: 200, removalMs: 400 })
  const key = 'models/a1/removed-unknown.stl'
  await store.putFile(key, file('unknown'), STL)
  Object.assign(s3.objects.get(key) ?? {}, { updated: hoursAgo(25) })
  const arrives = Promise.withResolvers<void>()
  s3.before = async (call) => {
    if (call.key === key && call.method === 'DELETE') await arrives.promise
  }
  await expect(store.removeOlder(key, hoursAgo(24))).rejects.toThrow()
  expect(markersFor(key)).toHaveLength(1)
  await expect(store.putFile(key, file('unknown'), STL)).rejects.toThrow('still in progress')
  arrives.resolve()
  await until(() => !s3.objects.has(key))
  s3.before = () => {}
  expect(await store.sizeOf(key)).toBeNull()
  // Once the marker is too old for its deletion to arrive, the object can be stored.
  Object.assign(s3.objects.get(markersFor(key)[0] ?? '') ?? {}, {
    updated: new Date(Date.now() - 600_000),
  })
  await store.putFile(key, file('unknown'), STL)
  expect([await store.sizeOf(key), markersFor(key)]).toEqual([7, []])
})

test('an S3 deletion that is refused leaves the object and no marker', async () => {
  const store = s3At(s3.url)
  const key = 'models/a1/refused.stl'
  await store.putFile(key, file('refused'), STL)
  Object.assign(s3.objects.get(key) ?? {}, { updated: hoursAgo(25) })
  s3.refuse = (call) => call.key === key && call.method === 'DELETE'
  await expect(store.removeOlder(key, hoursAgo(24))).rejects.toThrow('refuses')
  s3.refuse = () => false
  expect([await store.sizeOf(key), markersFor(key)]).toEqual([7, []])
})

test('an S3 deletion is signed for seconds, not for the timeout of a slow network', async () => {
  const store = s3At(s3.url)
  const key = 'models/a1/signed-shortly.stl'
  await store.putFile(key, file('short'), STL)
  Object.assign(s3.objects.get(key) ?? {}, { updated: hoursAgo(25) })
  const expiries: number[] = []
  s3.before = ({ method, key: name, query }) => {
    if (method === 'DELETE' && name === key) expiries.push(Number(query.get('X-Amz-Expires')))
  }
  expect(await store.removeOlder(key, hoursAgo(24))).toBe(true)
  s3.before = () => {}
  expect(expiries).toHaveLength(1)
  expect(expiries[0]).toBeWithin(1, 21)
})

test('a folder checks an object before it moves it', async () => {
  const store = folderObjectStore(join(scratch, 'young'))
  await store.putFile('models/young.stl', file('young'), STL)
  // The folder for moved objects is removed, so that nothing can be moved into it.
  rmSync(join(scratch, 'young/incoming'), { recursive: true })
  writeFileSync(join(scratch, 'young/incoming'), '')
  expect(await store.removeOlder('models/young.stl', hoursAgo(24))).toBe(false)
  expect(await store.sizeOf('models/young.stl')).toBe(5)
})

test('a marker that a killed process left does not block writers', async () => {
  const key = 'models/a1/abandoned.stl'
  const updated = new Date(Date.now() - 600_000)
  s3.objects.set(`removing/${key}/1`, { bytes: new Uint8Array(), contentType: '', updated })
  // While a removal is in progress, the writer waits and then fails.
  await s3At(s3.url).putFile(key, file('free'), STL)
  expect(s3.objects.has(`removing/${key}/1`)).toBe(false)
})

test('an S3 server that accepts a connection and never responds is an error', async () => {
  const silent = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Promise<Response>(() => {}),
  })
  const keys = { region: 'eu-central-1', accessKeyId: 'farm', secretAccessKey: 'secret' }
  const address = { bucket: 'farm-models', endpoint: silent.url.origin, ...keys }
  const store = s3ObjectStore({ ...address, timeoutMs: 200 })
  await expect(store.sizeOf('models/x.stl')).rejects.toThrow('did not respond for 200 ms')
  await expect(store.fetchToFile('models/x.stl', local())).rejects.toThrow('did not respond')
  await expect(store.check()).rejects.toThrow('did not respond')
  await silent.stop(true)
})

test('a signed S3 address accepts its file once, and no other size without a matching signature', async () => {
  const store = s3At(s3.url)
  const object = { contentType: STL, sizeBytes: 6, origin: 'https://farm.example.com' }
  const address = await store.openUpload('incoming/b1', object)
  const { url = '', headers = {} } = address ?? {}
  expect(headers).toEqual({ 'content-type': STL, 'if-none-match': '*' })
  const query = new URL(url).searchParams
  expect(query.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match')
  expect(query.get('X-Amz-Expires')).toBe('7200')
  const send = (body: string) => fetch(url, { method: 'PUT', headers, body })
  expect([(await send('sixsix')).status, (await send('others')).status]).toEqual([200, 412])
  expect(Buffer.from((await store.read('incoming/b1')) ?? []).toString()).toBe('sixsix')
})

test('an S3 bucket that does not exist fails the check', async () => {
  await expect(s3At(s3.url, 'no-such-bucket').check()).rejects.toThrow()
})

// The example of Amazon's documentation, "Authenticating Requests: Using Query Parameters", is a GET, so the PUT is
// checked against botocore.
describe.skipIf(moto === null)('moto', () => {
  test('a signed address has the same signature as botocore’s, and accepts its file once', async () => {
    const address = {
      endpoint: moto?.url ?? '',
      bucket: 'farm-models',
      region: 'eu-central-1',
      accessKeyId: 'AKIAFARM',
      secretAccessKey: 'se/cr+et',
    }
    const at = new Date('2026-11-27T10:00:00Z')
    const headers = { 'content-length': '6', 'content-type': STL, 'if-none-match': '*' }
    const key = 'incoming/3f1c'
    const ours = presignPut(address, { key, signedHeaders: headers, expiresSeconds: 7200, at })
    const theirs = await moto?.sign({
      method: 'PUT',
      url: `${address.endpoint}/farm-models/${key}`,
      headers,
      access: address.accessKeyId,
      secret: address.secretAccessKey,
      region: address.region,
      expires: 7200,
      at,
    })
    const parts = (url = '') => Object.fromEntries(new URL(url).searchParams)
    expect(parts(ours)).toEqual(parts(theirs))
    const send = (body: string) =>
      fetch(ours, { method: 'PUT', headers: { 'content-type': STL, 'if-none-match': '*' }, body })
    expect([(await send('sixsix')).status, (await send('others')).status]).toEqual([200, 412])
  })

  test('a removal has the same signature as botocore’s', async () => {
    const key = 'models/a1/signed-deletion.stl'
    const store = s3At(s3.url)
    await store.putFile(key, file('signed'), STL)
    Object.assign(s3.objects.get(key) ?? {}, { updated: hoursAgo(25) })
    let ours = new URLSearchParams()
    s3.before = ({ method, key: name, query }) => {
      if (method === 'DELETE' && name === key) ours = query
    }
    expect(await store.removeOlder(key, hoursAgo(24))).toBe(true)
    s3.before = () => {}
    const time = ours.get('X-Amz-Date') ?? ''
    const theirs = await moto?.sign({
      method: 'DELETE',
      url: `${s3.url}/farm-models/${key}`,
      headers: {},
      access: 'farm',
      secret: 'secret',
      region: 'eu-central-1',
      expires: Number(ours.get('X-Amz-Expires')),
      at: new Date(time.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z')),
    })
    expect(Object.fromEntries(ours)).toEqual(
      Object.fromEntries(new URL(theirs ?? s3.url).searchParams),
    )
  })

  test('a stored object has its content type, and a missing bucket fails the check', async () => {
    const facts = await moto?.client.file('models/a1/round.stl').stat()
    expect([facts?.type, facts?.size]).toEqual([STL, 100_000])
    expect((await moto?.client.file('models/a1/large.stl').stat())?.type).toBe(STL)
    await expect(s3At(moto?.url ?? '', 'no-such-bucket').check()).rejects.toThrow()
  })
})
