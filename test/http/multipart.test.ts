// Receiving a file: what the disk and a careless sender can do to it.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok } from '../../server/domain/result'
import { withMultipartForm, writeAll } from '../../server/http/multipart'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'multipart-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`
const aFile = part('content-disposition: form-data; name="file"; filename="part.stl"', 'solid')

/** Sends the pieces one after the other, as a slow connection does. */
function request(...pieces: string[]): Request {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const piece of pieces) {
        controller.enqueue(new TextEncoder().encode(piece))
        await Bun.sleep(5)
      }
      controller.close()
    },
  })
  return new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body,
  })
}

async function receive(sent: Request, path: string) {
  const errors: unknown[] = []
  const result = await withMultipartForm(
    sent,
    {
      temporaryFiles: { path: () => path, remove: (at) => rm(at, { force: true }) },
      fileField: 'file',
      maxFileBytes: 1000,
      log: { error: (_event, facts) => void errors.push(facts) },
    },
    async ({ file, fields }) =>
      ok({ name: file?.fileName, text: await Bun.file(path).text(), fields: [...fields] }),
  )
  return { result, errors }
}

describe('a file part', () => {
  test('is written whole and removed afterwards', async () => {
    const path = join(folder, 'whole')
    const { result } = await receive(request(aFile, '--b--\r\n'), path)
    expect(result).toEqual(ok({ name: 'part.stl', text: 'solid', fields: [] }))
    expect(existsSync(path)).toBe(false)
  })

  test('without a name, the rest of the body coming later, has an empty name', async () => {
    const nameless = part(
      'content-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream',
      'solid',
    )
    const field = part('content-disposition: form-data; name="city"', 'Bonn')
    const { result } = await receive(
      request(nameless, field, '--b--\r\n'),
      join(folder, 'nameless'),
    )
    expect(result).toEqual(ok({ name: '', text: 'solid', fields: [['city', 'Bonn']] }))
  })

  test('that the disk does not take is the storage refusal, told in the log, and ends', async () => {
    const path = join(folder, 'missing', 'folder')
    const { result, errors } = await receive(request(aFile, aFile, '--b--\r\n'), path)
    expect(result).toEqual({ ok: false, failure: { kind: 'storage_failed' } })
    expect(errors).toHaveLength(1)
  })

  test('keeps no half characters of a long name', async () => {
    const long = `${'a'.repeat(99)}😀${'b'.repeat(150)}.stl`
    const named = part(`content-disposition: form-data; name="file"; filename="${long}"`, 'solid')
    const { result } = await receive(request(named, '--b--\r\n'), join(folder, 'long'))
    const name = result.ok ? (result.value.name ?? '') : ''
    expect(name.isWellFormed()).toBe(true)
    expect(name).toStartWith(`${'a'.repeat(99)}😀`)
    expect(name).toEndWith('.stl')
    expect([...name]).toHaveLength(200)
  })
})

test('a body that is too large as a whole is refused although it says no length and never ends its part', async () => {
  const open = 'content-disposition: form-data; name="other"; filename="x"'
  const pieces = Array.from({ length: 24 }, () => 'x'.repeat(100_000))
  const sent = request(`--b\r\n${open}\r\n\r\n`, ...pieces)
  const { result } = await receive(sent, join(folder, 'endless'))
  expect(result).toEqual({ ok: false, failure: { kind: 'file_too_large' } })
})

describe('writeAll', () => {
  test('goes on until everything is written', async () => {
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

  test('throws when nothing is taken any more', async () => {
    const full = { write: async () => ({ bytesWritten: 0 }) }
    await expect(writeAll(full, new Uint8Array(1))).rejects.toThrow('the disk took nothing')
  })
})
