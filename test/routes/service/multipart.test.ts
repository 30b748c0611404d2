// Receiving a file: disk failures and careless senders.
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Busboy from '@fastify/busboy'
import { ok } from '../../../server/domain/base/result.ts'
import type { BodyUploadFailure, Uploads } from '../../../server/domain/models/uploads.ts'
import { withMultipartForm } from '../../../server/http/requests/multipart.ts'
import { rawPost } from '../../../testing/service/requests.ts'
import { until } from '../../../testing/service/until.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'multipart-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`
const aFile = part('content-disposition: form-data; name="file"; filename="part.stl"', 'solid')

/** Sends the pieces one after the other, like a slow connection; waits for the functions among them. */
function request(...pieces: (string | (() => Promise<void>))[]): Request {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const piece of pieces) {
        if (typeof piece === 'string') controller.enqueue(new TextEncoder().encode(piece))
        await (typeof piece === 'string' ? Bun.sleep(5) : piece())
      }
      controller.close()
    },
  })
  return new Request(
    'http://localhost/',
    rawPost(body, { 'content-type': 'multipart/form-data; boundary=b' }),
  )
}

/** Opens space for one upload at `path` of at most `roomBytes`. */
function oneUpload(path: string, roomBytes = Number.POSITIVE_INFINITY): Uploads {
  let taken = 0
  const take = (bytes: number) => {
    taken += bytes
    return taken > roomBytes ? busy : null
  }
  return { open: () => ok({ path, take, close: () => rm(path, { force: true }) }) }
}
const busy: BodyUploadFailure = { kind: 'uploads_busy', by: 'service', retryAfterSeconds: 15 }

async function receive(
  sent: Request,
  path: string,
  roomBytes?: number,
  maxFileBytes = 1000,
  errors: unknown[] = [],
) {
  const result = await withMultipartForm(
    sent,
    {
      uploads: oneUpload(path, roomBytes),
      caller: { kind: 'anonymous', address: '192.0.2.1' },
      fileField: 'file',
      maxFileBytes,
      log: { error: (_event, facts) => void errors.push(facts) },
    },
    async ({ file, fields }) =>
      ok({ name: file?.fileName, text: await Bun.file(path).text(), fields: [...fields] }),
  )
  return { result, errors }
}

describe('a file part', () => {
  test('is written completely and removed afterwards', async () => {
    const path = join(folder, 'whole')
    const { result } = await receive(request(aFile, '--b--\r\n'), path)
    expect(result).toEqual(ok({ name: 'part.stl', text: 'solid', fields: [] }))
    expect(existsSync(path)).toBe(false)
  })

  test('without a name, with the rest of the body arriving later, has an empty name', async () => {
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

  test('that the disk refuses is a logged storage refusal, and the request ends', async () => {
    const path = join(folder, 'missing', 'folder')
    const errors: unknown[] = []
    const logged = () => until(() => errors.length > 0)
    const sent = request(aFile, logged, aFile, '--b--\r\n')
    const { result } = await receive(sent, path, undefined, undefined, errors)
    expect(result).toEqual({ ok: false, failure: { kind: 'storage_failed' } })
    expect(errors).toHaveLength(1)
  })

  test('keeps no partial characters of a long name', async () => {
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

test('a body that is too large is refused even without a length and without an end of its part', async () => {
  const open = 'content-disposition: form-data; name="other"; filename="x"'
  const pieces = Array.from({ length: 24 }, () => 'x'.repeat(100_000))
  const sent = request(`--b\r\n${open}\r\n\r\n`, ...pieces)
  const { result } = await receive(sent, join(folder, 'endless'))
  expect(result).toEqual({ ok: false, failure: { kind: 'file_too_large' } })
})

test('limits that are exceeded while the file arrives refuse it, and nothing more is read', async () => {
  let sentPieces = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sentPieces += 1
      const head = 'content-disposition: form-data; name="file"; filename="part.stl"'
      const text = sentPieces === 1 ? `--b\r\n${head}\r\n\r\n` : 'x'.repeat(64 * 1024)
      controller.enqueue(new TextEncoder().encode(text))
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const endless = new Request('http://localhost/', { method: 'POST', headers, body })
  const { result, errors } = await receive(endless, join(folder, 'bounded'), 300, 100_000_000)
  expect(result).toEqual({ ok: false, failure: busy })
  expect(errors).toEqual([])
  expect(sentPieces).toBeLessThan(30)
})

test('a chunk of megabytes of tiny fields is abandoned once there are too many fields', async () => {
  const field = part('content-disposition: form-data; name="a"', 'b')
  const chunk = new TextEncoder().encode(field.repeat(400_000))
  const started = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(chunk)
      controller.close()
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const sent = new Request('http://localhost/', { method: 'POST', headers, body: started })
  const written = spyOn(Busboy.prototype, 'write')
  const { result } = await receive(sent, join(folder, 'fields'), undefined, 100_000_000)
  const pieces: unknown[] = written.mock.calls.map(([piece]) => piece)
  const bytes = pieces.reduce<number>((sum, piece) => sum + Buffer.from(piece as Buffer).length, 0)
  written.mockRestore()
  expect(result).toEqual({
    ok: false,
    failure: {
      kind: 'broken_multipart',
      detail: 'it has more than 100 fields',
      remedy: 'Leave out those that are not needed.',
    },
  })
  // The first hundred fields are in the first piece of the chunk; 20 MB of it are never parsed.
  expect(bytes).toBe(64 * 1024)
})
