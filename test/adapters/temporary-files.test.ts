// Files on their way through: names of their own, removable twice, cleared away after a crash.
import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openTemporaryFiles } from '../../server/adapters/temporary-files.ts'

const scratch = mkdtempSync(join(tmpdir(), 'svc-temporary-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('every path is new, and its folder is there and closed to others', () => {
  const files = openTemporaryFiles(join(scratch, 'a/b'))
  const paths = new Set(Array.from({ length: 100 }, () => files.path()))
  expect(paths.size).toBe(100)
  const [path = ''] = paths
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
})

test('a file can be removed, and removing it again is no error', async () => {
  const files = openTemporaryFiles(join(scratch, 'c'))
  const path = files.path()
  writeFileSync(path, 'x')
  await files.remove(path)
  expect(existsSync(path)).toBe(false)
  expect(await files.remove(path)).toBeUndefined()
})

test('the next start removes what a dead process left, and nothing that may be in use', () => {
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

test('a process that runs on removes them as well, at most an hour after they are old', () => {
  const folder = join(scratch, 'e')
  let now = Date.now()
  const files = openTemporaryFiles(folder, () => now)
  const [left, used] = [files.path(), files.path()]
  writeFileSync(left, 'x')
  now += 7 * 3_600_000
  writeFileSync(used, 'x')
  utimesSync(used, new Date(now), new Date(now))
  files.path()
  expect([existsSync(left), existsSync(used)]).toEqual([false, true])
})
