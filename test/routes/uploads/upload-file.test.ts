// The disk side of a body: the open file when the disk is full or the limits are reached.
import { expect, test } from 'bun:test'
import type { BodyUploadFailure } from '../../../server/domain/models/uploads.ts'
import {
  type OpenHandle,
  openUploadFile,
  writeAll,
} from '../../../server/http/requests/upload-file.ts'

const busy: BodyUploadFailure = { kind: 'uploads_busy', by: 'service', retryAfterSeconds: 15 }
const chunk = new Uint8Array([1, 2, 3, 4])

/** Opens a file whose writes and close behave as the test says. */
async function openWith(
  handle: Partial<OpenHandle>,
  take: () => BodyUploadFailure | null = () => null,
) {
  const seen = { written: 0, closed: 0, logged: 0 }
  const open = async (): Promise<OpenHandle> => ({
    write: async (bytes, offset, length) => {
      seen.written += 1
      return handle.write?.(bytes, offset, length) ?? { bytesWritten: length }
    },
    close: async () => {
      seen.closed += 1
      await handle.close?.()
    },
  })
  const log = {
    error: () => {
      seen.logged += 1
    },
  }
  return { seen, file: await openUploadFile({ path: '/nowhere', take }, log, open) }
}
const full = async () => {
  throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
}

test('a full disk is reported once, and the file is still closed', async () => {
  const { seen, file } = await openWith({ write: full })
  await file.write(chunk)
  await file.write(chunk)
  expect(file.refusal()).toEqual({ kind: 'storage_failed' })
  await file.close()
  expect(seen).toEqual({ written: 1, closed: 1, logged: 1 })
})

test('beyond the limits nothing is written, and the file is closed', async () => {
  const { seen, file } = await openWith({}, () => busy)
  await file.write(chunk)
  expect(file.refusal()).toEqual(busy)
  await file.close()
  expect(seen).toEqual({ written: 0, closed: 1, logged: 0 })
})

test('a file that cannot be closed is reported as not stored', async () => {
  const { seen, file } = await openWith({ close: full })
  await file.write(chunk)
  expect(file.refusal()).toBeNull()
  await file.close()
  expect(file.refusal()).toEqual({ kind: 'storage_failed' })
  expect(seen.logged).toBe(1)
})

test('a file that cannot be opened is refused without an exception', async () => {
  const log = { error: () => {} }
  const file = await openUploadFile({ path: '/nowhere', take: () => null }, log, full)
  await file.write(chunk)
  await file.close()
  expect(file.refusal()).toEqual({ kind: 'storage_failed' })
})

test('writeAll continues until everything is written', async () => {
  const written: number[] = []
  const slow = {
    write: async (bytes: Uint8Array, offset: number, length: number) => {
      const bytesWritten = Math.min(length, 3)
      written.push(...bytes.subarray(offset, offset + bytesWritten))
      return { bytesWritten }
    },
  }
  await writeAll(slow, new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]))
  expect(written).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('writeAll throws when nothing is accepted', async () => {
  const none = { write: async () => ({ bytesWritten: 0 }) }
  await expect(writeAll(none, new Uint8Array(1))).rejects.toThrow('the disk accepted no bytes')
})
