// What every object store promises, asked of both: the folder, and a bucket behind a small fake of Google's server.
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
import { openObjectStore } from '../../../server/adapters/storage/object-store.ts'
import { folderObjectStore } from '../../../server/adapters/storage/object-store-folder.ts'
import { gcsObjectStore } from '../../../server/adapters/storage/object-store-gcs.ts'
import type { ObjectStore } from '../../../server/domain/models/ports.ts'
import { type FakeGcs, startFakeGcs } from '../../../testing/service/fake-gcs.ts'

const scratch = mkdtempSync(join(tmpdir(), 'svc-objects-'))
const gcs: FakeGcs = startFakeGcs('farm-models')
afterAll(async () => {
  await gcs.stop()
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
  /** Sets when the object was stored. */
  readonly setStored: (key: string, at: Date) => void
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
    setStored: (key, at) => Object.assign(gcs.objects.get(key) ?? {}, { updated: at }),
  },
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

    test('an object has a size until it is removed, also twice', async () => {
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
      setStored(key, hoursAgo(25))
      await put()
      expect(await remove()).toBe(false)
      expect(await store.sizeOf(key)).toBe(5)
      setStored(key, hoursAgo(25))
      expect(await remove()).toBe(true)
      expect(await store.sizeOf(key)).toBeNull()
      // There is none.
      expect(await remove()).toBe(true)
      await put()
      expect(await store.sizeOf(key)).toBe(5)
    })

    test('an object that is stored again while it is being removed is there afterwards', async () => {
      for (let round = 0; round < 20; round++) {
        const key = `models/a1/raced-${round}.stl`
        await store.putFile(key, file('raced'), STL)
        setStored(key, hoursAgo(25))
        await Promise.all([
          store.removeOlder(key, hoursAgo(24)),
          store.putFile(key, file('raced'), STL),
        ])
        expect(await store.sizeOf(key)).toBe(5)
      }
    })

    test('all objects that begin alike are removed, and no others', async () => {
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

    test('an object that is there already is left alone, and that is no error', async () => {
      await store.putFile('models/a1/same.stl', file('first'), STL)
      await store.putFile('models/a1/same.stl', file('second'), STL)
      const path = local()
      await store.fetchToFile('models/a1/same.stl', path)
      expect(readFileSync(path, 'utf8')).toBe('first')
    })

    test('a file above the resumable limit can be stored again, also by two at once', async () => {
      const bytes = new Uint8Array(9 * 1024 * 1024).map((_, n) => (n * 13) % 241)
      const put = () => store.putFile('models/a1/large-again.stl', file(bytes), STL)
      await Promise.all([put(), put()])
      await put()
      const fetched = await store.fetchToFile('models/a1/large-again.stl', local())
      expect(fetched).toEqual({ sizeBytes: bytes.length, sha256: sha256(bytes) })
    })

    test('sixteen writers of one object at once all succeed', async () => {
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

    test('an object that is not there is null, and leaves no local file', async () => {
      const path = local()
      expect(await store.fetchToFile('models/a1/nothing.stl', path)).toBeNull()
      expect(existsSync(path)).toBe(false)
    })

    test('a local file that is not there is an error', async () => {
      await expect(store.putFile('models/a1/none.stl', local(), STL)).rejects.toThrow()
      expect(await store.fetchToFile('models/a1/none.stl', local())).toBeNull()
    })

    test('a URI names the bucket and gives its key back', () => {
      const uri = store.uri('models/ab/cd.gcode.3mf')
      expect(uri).toBe(`gs://${bucket}/models/ab/cd.gcode.3mf`)
      expect(store.parseUri(uri)).toBe('models/ab/cd.gcode.3mf')
    })

    const foreign = [
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
    for (const uri of foreign) {
      test(`${JSON.stringify(uri.slice(0, 60))} is not in managed storage`, () => {
        expect(store.parseUri(uri)).toBeNull()
      })
    }

    test('a key that would leave the store is refused', async () => {
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

test('a fetched file is counted before it is written, and left when there is no room', async () => {
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

test('the folder keeps nothing half-written', () => {
  expect(readdirSync(join(scratch, 'store', 'incoming'))).toEqual([])
})

test('a folder that cannot be made fails its check', async () => {
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

test('bytes damaged on the way from the bucket are an error, not a file', async () => {
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

test('without a bucket the store is a folder below the state folder', async () => {
  const store = await openObjectStore({ gcsBucket: null, stateDir: join(scratch, 'state') })
  await store.putFile('models/x.stl', file('x'), STL)
  expect(existsSync(join(scratch, 'state/storage/objects/models/x.stl'))).toBe(true)
})
