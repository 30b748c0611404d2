// Parses a generation's body: JSON whole, a form's pictures straight into files with their digests. The worker parses the body that
// was stored with a job in the same way.
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type ImageType, viewNames } from '../../domain/generation/engine/engine.ts'
import { pictureSizeOf } from '../../domain/generation/request/picture-size.ts'
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
import { createFeed, type FileStream, openFormParser, plainFileName } from './form-parser.ts'

/** A few more than can be used, so that files beyond the maximum are counted and not stored. */
const maxFiles = multiviewImages.max + 4
const pictureFields = ['image', 'images', ...viewNames]

/** The functions of the temporary folder that pictures need. */
export type PictureFiles = {
  readonly path: () => string
  readonly remove: (path: string) => Promise<void>
  /** Writes the stream to the path. Throws when the stream breaks off or the disk has no room, and then leaves no file. */
  readonly receive: (
    stream: FileStream,
    path: string,
    onChunk: (chunk: Uint8Array) => void,
  ) => Promise<{ readonly sizeBytes: number; readonly sha256: string }>
  readonly write: (bytes: Uint8Array) => Promise<WrittenPicture>
  /** Turned upright, and without place, camera and comments. */
  readonly clean: (bytes: Buffer, type: ImageType) => Promise<Uint8Array>
}

type WrittenPicture = Pick<FormFile, 'path' | 'sizeBytes' | 'sha256'>

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
  // One byte more, to distinguish a picture of exactly the limit from a larger one.
  const parser = openFormParser(contentType, { fileSize: maxImageBytes + 1 })
  if (parser === null) return { kind: 'invalid_form' }
  const fields = new Map<string, string>()
  const receiving: Promise<FormFile | null>[] = []
  const streams: FileStream[] = []
  let filesLeftOut = 0
  const otherFiles = new Set<string>()
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
    if (!pictureFields.includes(field)) {
      otherFiles.add(field)
      stream.resume()
    } else if (receiving.length >= maxFiles) {
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
  const feed = createFeed(parser, () => broken)
  // An error while reading a stored body is an error of the disk.
  for await (const chunk of chunksOf(source)) if (!(await feed.write(chunk))) break
  const ended = await feed.end()
  // A parser that stopped early never ends the file that it was in.
  if (!ended) for (const stream of streams) stream.destroy()
  const parts = await Promise.allSettled(receiving)
  const files = parts.flatMap((part) =>
    part.status === 'fulfilled' && part.value !== null ? [part.value] : [],
  )
  const lost = parts.find((part) => part.status === 'rejected')
  if (ended && lost === undefined) {
    const others = otherFiles.size === 0 ? {} : { otherFiles: [...otherFiles] }
    return { kind: 'form', fields, files, filesLeftOut, ...others }
  }
  await Promise.all(files.map(({ path }) => temporaryFiles.remove(path)))
  if (lost !== undefined) throw lost.reason
  return { kind: 'invalid_form' }
}

const chunksOf = (source: RawBody['source']): AsyncIterable<Uint8Array> | Uint8Array[] =>
  'text' in source ? [Buffer.from(source.text)] : createReadStream(source.path)

/** A failure of the disk, which the caller did not cause. */
const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EMFILE', 'ENOENT', 'EACCES'].includes(
    String(error.code),
  )

type FilePart = Pick<FormFile, 'field' | 'fileName' | 'mimeType'>

/** null = the part was cut off; rejects when the disk fails. */
async function receivePart(
  stream: FileStream,
  part: FilePart,
  files: PictureFiles,
): Promise<FormFile | null> {
  const received = files.path()
  let head = Buffer.alloc(0)
  const onChunk = (chunk: Uint8Array) => {
    if (head.length >= pictureHeadBytes) return
    head = Buffer.concat([head, chunk.subarray(0, pictureHeadBytes - head.length)])
  }
  try {
    const file = { path: received, ...(await files.receive(stream, received, onChunk)) }
    const fileName = plainFileName(part.fileName).slice(0, 200)
    const tooLarge = file.sizeBytes > maxImageBytes
    if (tooLarge) return { ...part, ...file, fileName, head, size: null, tooLarge }
    const { size, ...kept } = await cleaned(file, head, files)
    return { ...part, ...kept, fileName, head, size, tooLarge }
  } catch (error) {
    await files.remove(received)
    if (isDiskError(error)) throw error
    return null
  }
}

/** The picture as vendors may get it, in place of the one that was sent. Read into memory: it has at most `maxImageBytes`. */
async function cleaned(
  file: WrittenPicture,
  head: Uint8Array,
  files: PictureFiles,
): Promise<WrittenPicture & Pick<FormFile, 'size'>> {
  const type = acceptedType(pictureTypeOf(head))
  if (type === undefined) return { ...file, size: null }
  const bytes = await readFile(file.path)
  const size = pictureSizeOf(bytes, type)
  const clean = size === null ? bytes : await files.clean(bytes, type)
  if (clean === bytes) return { ...file, size }
  const written = await files.write(clean)
  await files.remove(file.path)
  return { ...written, size: pictureSizeOf(clean, type) }
}

const plainType = (type: string) => (type.split(';')[0] ?? '').trim().toLowerCase().slice(0, 100)
