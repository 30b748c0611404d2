// Temporary files: unique names, repeated removal, and cleanup after a crash.
import { afterAll, expect, test } from 'bun:test'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createDiskRoom } from '../../../server/adapters/storage/disk-room.ts'
import { isOwnerGone, ownedName } from '../../../server/adapters/storage/process-owner.ts'
import { openTemporaryFiles } from '../../../server/adapters/storage/temporary-files.ts'

const scratch = mkdtempSync(join(tmpdir(), 'svc-temporary-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('every path is new, and its folder exists and is private', () => {
  const files = openTemporaryFiles(join(scratch, 'a/b'))
  const paths = new Set(Array.from({ length: 100 }, () => files.path()))
  expect(paths.size).toBe(100)
  const [path = ''] = paths
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
})

test('a file can be removed, and removing it again is not an error', async () => {
  const files = openTemporaryFiles(join(scratch, 'c'))
  const path = files.path()
  writeFileSync(path, 'x')
  await files.remove(path)
  expect(existsSync(path)).toBe(false)
  expect(await files.remove(path)).toBeUndefined()
})

test('a file that is held stays until the last holder releases it', async () => {
  const files = openTemporaryFiles(join(scratch, 'held'))
  const { path } = await files.write(new Uint8Array(10))
  const [letGo, letGoToo] = [files.hold(path), files.hold(path)]
  await files.remove(path)
  await letGo()
  expect(existsSync(path)).toBe(true)
  await letGoToo()
  expect(existsSync(path)).toBe(false)
  const kept = await files.write(new Uint8Array(10))
  await files.hold(kept.path)()
  expect(existsSync(kept.path)).toBe(true)
})

test('the next start removes files of a dead process, and none that may be in use', () => {
  const folder = join(scratch, 'd')
  const before = openTemporaryFiles(folder)
  const [old, fresh] = [before.path(), before.path()]
  writeFileSync(old, 'x')
  writeFileSync(fresh, 'x')
  const yesterday = new Date(Date.now() - 24 * 3_600_000)
  utimesSync(old, yesterday, yesterday)
  openTemporaryFiles(folder)
  expect([existsSync(old), existsSync(fresh)]).toEqual([false, true])
})

test('a running process removes them as well, at most an hour after they become old', () => {
  const folder = join(scratch, 'e')
  let now = Date.now()
  const files = openTemporaryFiles(folder, { now: () => now })
  const [left, used] = [files.path(), files.path()]
  writeFileSync(left, 'x')
  now += 7 * 3_600_000
  writeFileSync(used, 'x')
  utimesSync(used, new Date(now), new Date(now))
  files.path()
  expect([existsSync(left), existsSync(used)]).toEqual([false, true])
})

test('the start immediately removes files of ended processes, and none of a running one', async () => {
  const folder = join(scratch, 'f')
  const path = join(import.meta.dir, '../../../server/adapters/storage/temporary-files.ts')
  // Each process writes one file, reports it, and waits.
  const source = `const { openTemporaryFiles } = await import(${JSON.stringify(path)})
    await openTemporaryFiles(${JSON.stringify(folder)}).write(new Uint8Array([1]))
    console.log('written')
    setInterval(() => {}, 1_000)`
  const start = async () => {
    const child = Bun.spawn([process.execPath, '-e', source], { stdout: 'pipe' })
    await child.stdout.getReader().read()
    return child
  }
  const [ended, living] = [await start(), await start()]
  const [first = '', second = ''] = readdirSync(folder)
  const livings = first.includes(`.${living.pid}.`) ? first : second
  ended.kill('SIGKILL')
  await ended.exited
  expect(readdirSync(folder)).toHaveLength(2)
  const own = openTemporaryFiles(folder).path()
  writeFileSync(own, 'x')
  openTemporaryFiles(folder)
  expect(readdirSync(folder).toSorted()).toEqual([livings, basename(own)].toSorted())
  living.kill('SIGKILL')
  await living.exited
})

test('names of another machine and of a reused process id are recognized', () => {
  const [namespace = '', pid = '', start = ''] = ownedName().split('.')
  expect(isOwnerGone(ownedName())).toBe(false)
  expect(isOwnerGone(`${namespace}.${pid}.${Number(start) + 1}.a`)).toBe(
    process.platform === 'linux',
  )
  expect(isOwnerGone(`000000000000.${pid}.1.a`)).toBe(false)
  expect(isOwnerGone(crypto.randomUUID())).toBe(false)
})

test('a file without space is refused and no longer counted', async () => {
  const room = createDiskRoom({ share: 1, maxBytes: 20, freeBytes: () => 1_000_000 })
  const files = openTemporaryFiles(join(scratch, 'g'), { room })
  const { path } = await files.write(new Uint8Array(10))
  await expect(files.write(new Uint8Array(1))).rejects.toThrow('the share of the disk')
  await files.remove(path)
  expect((await files.write(new Uint8Array(10))).sizeBytes).toBe(10)
})
