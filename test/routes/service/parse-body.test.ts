// Bodies of generations as files: pictures on disk with their digests, limits, and the files that an invalid form
// leaves behind.
import { afterAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Busboy from '@fastify/busboy'
import { createDiskRoom } from '../../../server/adapters/storage/disk-room.ts'
import { openTemporaryFiles } from '../../../server/adapters/storage/temporary-files.ts'
import { maxImageBytes } from '../../../server/domain/generation/request/request.ts'
import { parseBodyInto } from '../../../server/wiring/parse-body.ts'
import { generationForm } from '../../../testing/engines/generation.ts'

const scratch = mkdtempSync(join(tmpdir(), 'svc-parse-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let folder = ''
let parse: ReturnType<typeof parseBodyInto>
beforeEach(() => {
  folder = mkdtempSync(join(scratch, 'uploads-'))
  parse = parseBodyInto(openTemporaryFiles(folder))
})

/** Stores the form as a file, as an interface hands it over. */
async function kept(form: FormData, cutAt?: number) {
  const response = new Response(form)
  const contentType = response.headers.get('content-type') ?? ''
  const bytes = new Uint8Array(await response.arrayBuffer())
  const path = join(scratch, crypto.randomUUID())
  writeFileSync(path, cutAt === undefined ? bytes : bytes.subarray(0, cutAt))
  return { contentType, source: { path } }
}

test('pictures are on disk, in order, with their digests and plain names', async () => {
  const form = generationForm({ prompt: 'a', mode: 'hi_fi' }, [
    { field: 'images', name: '../../front.png', bytes: 5 },
    { field: 'images', name: 'left\u0007.webp', type: 'image/WEBP', bytes: 6 },
  ])
  const parsed = await parse(await kept(form))
  if (parsed.kind !== 'form') throw new Error(parsed.kind)
  expect([...parsed.fields]).toEqual([
    ['prompt', 'a'],
    ['mode', 'hi_fi'],
  ])
  expect(parsed.files).toMatchObject([
    {
      field: 'images',
      fileName: 'front.png',
      mimeType: 'image/png',
      sizeBytes: 5,
      isTooLarge: false,
    },
    { field: 'images', fileName: 'left.webp', mimeType: 'image/webp', sizeBytes: 6 },
  ])
  for (const { path, sha256, sizeBytes } of parsed.files) {
    const bytes = readFileSync(path)
    expect(bytes.byteLength).toBe(sizeBytes)
    expect(new Bun.CryptoHasher('sha256').update(bytes).digest('hex')).toBe(sha256)
  }
})

test('the first of two equal fields is used, and files with other names are not stored', async () => {
  const form = generationForm({ prompt: 'first' }, [{}])
  form.append('prompt', 'second')
  form.append('virus', new File(['x'], 'x.exe'))
  const parsed = await parse(await kept(form))
  if (parsed.kind !== 'form') throw new Error(parsed.kind)
  expect(parsed.fields.get('prompt')).toBe('first')
  expect(parsed.files.map(({ field }) => field)).toEqual(['image'])
  expect(readdirSync(folder)).toHaveLength(1)
})

test('a picture beyond the limit is cut there and marked', async () => {
  const parsed = await parse(await kept(generationForm({}, [{ bytes: maxImageBytes + 500 }])))
  if (parsed.kind !== 'form') throw new Error(parsed.kind)
  expect(parsed.files).toMatchObject([{ isTooLarge: true, sizeBytes: maxImageBytes + 1 }])
})

test('pictures beyond the usable number are counted and not stored', async () => {
  const views = Array.from({ length: 30 }, () => ({ field: 'images' as const, bytes: 2 }))
  const parsed = await parse(await kept(generationForm({}, views)))
  if (parsed.kind !== 'form') throw new Error(parsed.kind)
  expect(parsed.files.length + parsed.filesLeftOut).toBe(30)
  expect(readdirSync(folder).length).toBe(parsed.files.length)
  expect(parsed.files.length).toBeLessThan(10)
})

describe('an invalid form', () => {
  const whole = () => generationForm({ prompt: 'a' }, [{ bytes: 50_000 }])

  test('is refused wherever it is truncated, and leaves nothing behind', async () => {
    for (const cutAt of [0, 1, 40, 120, 300, 10_000, 50_000]) {
      expect((await parse(await kept(whole(), cutAt))).kind).toBe('invalid_form')
      expect(readdirSync(folder)).toEqual([])
    }
  })

  test('is also refused for too many or too long fields', async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`f${at}`, 'x']))
    expect((await parse(await kept(generationForm(many, [{}])))).kind).toBe('invalid_form')
    const long = generationForm({ prompt: 'x'.repeat(20_000) }, [{}])
    expect((await parse(await kept(long))).kind).toBe('invalid_form')
    expect(readdirSync(folder)).toEqual([])
  })
})

test('a form with megabytes of tiny fields is rejected once it has too many fields', async () => {
  const field = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'
  const path = join(scratch, 'fields')
  writeFileSync(path, field.repeat(200_000))
  const written = spyOn(Busboy.prototype, '_write')
  const parsed = await parse({
    contentType: 'multipart/form-data; boundary=b',
    source: { path },
  })
  const pieces: unknown[] = written.mock.calls.map(([piece]) => piece)
  const bytes = pieces.reduce<number>((sum, piece) => sum + Buffer.from(piece as Buffer).length, 0)
  written.mockRestore()
  expect(parsed).toEqual({ kind: 'invalid_form' })
  // The first hundred fields are in the first chunk of the file; the reader is a few chunks ahead of the parser.
  expect(bytes).toBeLessThan(1_000_000)
})

test('pictures that exceed the free disk space are not a form error, and leave no files', async () => {
  const room = createDiskRoom({ share: 1, maxBytes: 15_000, freeBytes: () => 1_000_000 })
  parse = parseBodyInto(openTemporaryFiles(folder, { room }))
  const one = generationForm({}, [{ bytes: 10_000 }])
  const two = generationForm({}, [{ bytes: 5_000 }, { bytes: 5_000, field: 'images' }])
  // Pictures are copies of the body, so they have half of the room.
  await expect(parse(await kept(one))).rejects.toThrow('the share of the disk')
  await expect(parse(await kept(two))).rejects.toThrow('the share of the disk')
  expect(readdirSync(folder)).toEqual([])
  const small = await parse(await kept(generationForm({}, [{ bytes: 7_000 }])))
  expect(small.kind).toBe('form')
})

test('a picture that cannot be written to the disk is not an error of the form', async () => {
  const body = await kept(generationForm({}, [{}]))
  rmSync(folder, { recursive: true })
  await expect(parse(body)).rejects.toThrow('ENOENT')
})

test('JSON is read completely, and other content is distinguished from a form', async () => {
  const json = (text: string) => parse({ contentType: 'application/json', source: { text } })
  expect(await json('{"prompt":"a"}')).toEqual({ kind: 'json', value: { prompt: 'a' } })
  expect(await json('{')).toEqual({ kind: 'invalid_json' })
  const typed = (contentType: string) => parse({ contentType, source: { text: '{}' } })
  expect((await typed('')).kind).toBe('json')
  expect((await typed('MultiPart/Form-Data; boundary=b')).kind).toBe('invalid_form')
})
