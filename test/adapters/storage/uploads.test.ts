// Places for uploads: limited for each caller and for the process, released when an upload ends.
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiskRoom } from '../../../server/adapters/storage/disk-room.ts'
import { openTemporaryFiles } from '../../../server/adapters/storage/temporary-files.ts'
import { createUploads } from '../../../server/adapters/storage/uploads.ts'
import type { AccountId, Caller } from '../../../server/domain/base/caller.ts'
import type { BodyUpload, Uploads } from '../../../server/domain/models/uploads.ts'

const scratch = mkdtempSync(join(tmpdir(), 'svc-places-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const limits = {
  account: { count: 3, bytes: 1000 },
  address: { count: 2, bytes: 100 },
  processCount: 6,
}
const account = (id: string): Caller => ({
  kind: 'account',
  accountId: id as AccountId,
  email: `${id}@example.com`,
  credential: 'extension_token',
})
const anonymous = (address: string): Caller => ({ kind: 'anonymous', address })
const byCaller = { kind: 'uploads_busy', by: 'caller', retryAfterSeconds: 5 } as const
const byService = { kind: 'uploads_busy', by: 'service', retryAfterSeconds: 15 } as const

let free = 0
/** Advances with each call, so that the disk is read every time. */
let time = 0
let uploads: Uploads
beforeEach(() => {
  free = 1_000_000
  const now = () => (time += 1_000)
  const room = createDiskRoom({ share: 0.5, maxBytes: 1_000_000, freeBytes: () => free, now })
  uploads = createUploads(openTemporaryFiles(scratch, { room }), limits)
})

function open(caller: Caller, declared: number | null = null): BodyUpload {
  const opened = uploads.open(caller, declared)
  if (!opened.ok) throw new Error(`refused by ${opened.failure.by}`)
  return opened.value
}
const refusalOf = (caller: Caller, declared: number | null = null) => {
  const opened = uploads.open(caller, declared)
  return opened.ok ? null : opened.failure
}

test('each caller has a separate limit of concurrent uploads', async () => {
  const first = open(account('a'))
  open(account('a'))
  open(account('a'))
  expect(refusalOf(account('a'))).toEqual(byCaller)
  const second = open(account('b'))
  await first.close()
  await first.close()
  open(account('a'))
  expect(refusalOf(account('a'))).toEqual(byCaller)
  await second.close()
})

test('declared bytes count before they arrive', async () => {
  const large = open(account('a'), 900)
  expect(refusalOf(account('a'), 101)).toEqual(byCaller)
  open(account('a'), 100)
  await large.close()
  open(account('a'), 900)
})

test('undeclared bytes count as they arrive, and only their caller is refused', async () => {
  const one = open(account('a'))
  expect(one.take(600)).toBeNull()
  const two = open(account('a'), 300)
  expect(two.take(300)).toBeNull()
  expect(two.take(101)).toEqual(byCaller)
  expect(one.take(101)).toEqual(byCaller)
  expect(open(account('b')).take(1000)).toBeNull()
  await two.close()
  expect(one.take(400)).toBeNull()
})

test('callers without an account are counted by their address', () => {
  open(anonymous('192.0.2.1'))
  open(anonymous('192.0.2.1'))
  expect(refusalOf(anonymous('192.0.2.1'))).toEqual(byCaller)
  expect(refusalOf(anonymous('192.0.2.2'), 101)).toEqual(byCaller)
  open(anonymous('192.0.2.2'), 100)
})

test('the process has a limit for all callers', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) open(account(id))
  expect(refusalOf(account('g'))).toEqual(byService)
})

test('uploads are refused when the disk is full, before they begin or while they run', () => {
  const under = open(account('a'), 400)
  free = 600
  const late = open(account('b'), 300)
  expect(under.take(300)).toBeNull()
  free = 0
  expect(late.take(200)).toEqual(byService)
  expect(refusalOf(account('c'), 400)).toEqual(byService)
})

test('the file of an upload is removed when it ends', async () => {
  const upload = open(account('a'))
  writeFileSync(upload.path, 'x')
  await upload.close()
  expect(existsSync(upload.path)).toBe(false)
})
