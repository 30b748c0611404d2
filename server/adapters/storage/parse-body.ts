// Parses a generation's body from a local file: JSON whole, a form's pictures straight into files with their digests.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Busboy from '@fastify/busboy'
import { type PictureSize, pictureSizeOf } from '../../domain/generation/request/picture-size.ts'
import {
  acceptedType,
  pictureHeadBytes,
  pictureTypeOf,
} from '../../domain/generation/request/picture-type.ts'
import type { ParseBody } from '../../domain/generation/request/request.ts'
import {
  type FormFile,
  maxImageBytes,
  multiviewImages,
  type ParsedBody,
  type RawBody,
} from '../../domain/generation/request/request.ts'
import { receiveStream } from './receive-stream.ts'
import type { TemporaryFolder } from './temporary-files.ts'

const maxFields = 100
const maxFieldBytes = 16 * 1024
/** A few more than can be used, so that files beyond the maximum are counted and not stored. */
const maxFiles = multiviewImages.max + 4
const pictureFields = ['image', 'images']

export type PictureFiles = Pick<TemporaryFolder, 'path' | 'grow' | 'remove'>

export function createParseBody(temporaryFiles: PictureFiles): ParseBody {
  return async (body) =>
    /^multipart\/form-data\s*(;|$)/i.test(body.contentType)
      ? await parseForm(body, temporaryFiles)
      : await parseJson(body)
}

async function parseJson({ source }: RawBody): Promise<ParsedBody> {
  const text = 'text' in source ? source.text : await readFile(source.path, 'utf8')
  try {
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    // JSON.parse throws for no other reason.
    return { kind: 'invalid_json' }
  }
}

async function parseForm(
  { contentType, source }: RawBody,
  temporaryFiles: PictureFiles,
): Promise<ParsedBody> {
  const parser = openParser(contentType)
  if (parser === null) return { kind: 'invalid_form' }
  const fields = new Map<string, string>()
  const receiving: Promise<FormFile | null>[] = []
  const streams: FileStream[] = []
  let filesLeftOut = 0
  let broken = false
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut) broken = true
    else if (!fields.has(name)) fields.set(name, value)
  })
  parser.on('fieldsLimit', () => {
    broken = true
  })
  parser.on('file', (field, stream: FileStream, fileName, _encoding, type) => {
    // A body that ends inside a part emits here as well as on the parser; without a listener it would end the process.
    stream.on('error', () => {})
    if (!pictureFields.includes(field)) stream.resume()
    else if (receiving.length >= maxFiles) {
      filesLeftOut += 1
      stream.resume()
    } else {
      const part = { field, fileName: fileName ?? '', mimeType: plainType(type) }
      streams.push(stream)
      const received = receivePart(stream, part, temporaryFiles)
      // Awaited at the end of the form. A parser whose file takes no more data would wait forever.
      received.catch(() => parser.destroy())
      receiving.push(received)
    }
  })
  const ended = await feed(parser, source, () => broken)
  // A parser that stopped early never ends the file that it was in.
  if (!ended) for (const stream of streams) stream.destroy()
  const parts = await Promise.allSettled(receiving)
  const files = parts.flatMap((part) =>
    part.status === 'fulfilled' && part.value !== null ? [part.value] : [],
  )
  const lost = parts.find((part) => part.status === 'rejected')
  if (ended && !broken && lost === undefined) return { kind: 'form', fields, files, filesLeftOut }
  await Promise.all(files.map(({ path }) => temporaryFiles.remove(path)))
  if (lost !== undefined) throw lost.reason
  return { kind: 'invalid_form' }
}

/** A failure of the disk, which the caller did not cause. */
const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EMFILE', 'ENOENT', 'EACCES'].includes(
    String(error.code),
  )

function openParser(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fields: maxFields,
        fieldSize: maxFieldBytes,
        // One byte more distinguishes a picture of exactly the limit from one beyond it.
        fileSize: maxImageBytes + 1,
        headerPairs: 100,
      },
    })
  } catch {
    // The constructor throws only for a content type without a usable boundary.
    return null
  }
}

/** Whether the form was read to its end. After a refusal the rest is not parsed: 50 MB of tiny fields take a second. */
async function feed(
  parser: NonNullable<ReturnType<typeof openParser>>,
  source: RawBody['source'],
  isRefused: () => boolean,
): Promise<boolean> {
  async function* untilRefused(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      if (isRefused()) throw new Error('the form is refused')
      yield chunk
    }
  }
  const bytes =
    'text' in source ? Readable.from([Buffer.from(source.text)]) : createReadStream(source.path)
  try {
    await pipeline(bytes, untilRefused, parser)
    return true
  } catch (error) {
    if (isDiskError(error)) throw error
    // Cut off or malformed, which the response says.
    return false
  }
}

type FileStream = Readable & { truncated?: boolean }
type Part = Pick<FormFile, 'field' | 'fileName' | 'mimeType'>

/** null = the part was cut off; rejects when the disk fails. */
async function receivePart(
  stream: FileStream,
  part: Part,
  files: PictureFiles,
): Promise<FormFile | null> {
  const path = files.path()
  let head = Buffer.alloc(0)
  const onChunk = (chunk: Uint8Array) => {
    if (head.length >= pictureHeadBytes) return
    head = Buffer.concat([head, chunk.subarray(0, pictureHeadBytes - head.length)])
  }
  try {
    const received = await receiveStream(stream, path, { grow: files.grow, onChunk })
    const tooLarge = received.sizeBytes > maxImageBytes
    const size = tooLarge ? null : await readPictureSize(path, head)
    return { ...part, ...received, fileName: plainName(part.fileName), path, head, size, tooLarge }
  } catch (error) {
    await files.remove(path)
    if (isDiskError(error)) throw error
    return null
  }
}

/** Reads the file into memory: it has at most `maxImageBytes`. */
async function readPictureSize(path: string, head: Uint8Array): Promise<PictureSize | null> {
  const type = acceptedType(pictureTypeOf(head))
  return type === undefined ? null : pictureSizeOf(await readFile(path), type)
}

const plainType = (type: string) => (type.split(';')[0] ?? '').trim().toLowerCase().slice(0, 100)

/** Only the last part of a path, without control characters. */
function plainName(fileName: string): string {
  const last = basename(fileName.replaceAll('\\', '/'))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach logs or the database
  return last.replaceAll(/[\u0000-\u001f\u007f]/g, '').slice(0, 200)
}
