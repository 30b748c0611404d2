// Parses the body of a generation request: JSON whole, form pictures directly into files with their digests. The worker
// parses the body stored with a job in the same way.

import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hasCode } from '../../domain/base/has-code.ts'
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

/** Slightly above the usable maximum, so that excess files are counted without being stored. */
const maxFiles = multiviewImages.max + 4
const pictureFields = ['image', 'images', ...viewNames]

/** Temporary-folder functions that picture parsing needs. */
export type PictureFiles = {
  readonly path: () => string
  readonly remove: (path: string) => Promise<void>
  /** Writes the stream to the path. Throws when the stream breaks off or the disk is full, and then leaves no file. */
  readonly receive: (
    stream: FileStream,
    path: string,
    onChunk: (chunk: Uint8Array) => void,
  ) => Promise<{ readonly sizeBytes: number; readonly sha256: string }>
  readonly write: (bytes: Uint8Array) => Promise<WrittenPicture>
  /** Returns the picture upright and without location, camera data and comments. */
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
    // JSON.parse throws only for invalid JSON.
    return { kind: 'invalid_json' }
  }
}

async function parseForm(
  { contentType, source }: RawBody,
  temporaryFiles: PictureFiles,
): Promise<ParsedBody> {
  // One extra byte distinguishes a picture of exactly the limit from a larger one.
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
    // A body that ends inside a part emits an error here in addition to the parser's. Without a listener, it would
    // terminate the process.
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
      // Awaited when the form ends. Otherwise the parser would wait forever for a file that takes no more data.
      received.catch(() => parser.destroy())
      receiving.push(received)
    }
  })
  const feed = createFeed(parser, () => broken)
  // When a stored body is read, an error can only come from the disk.
  for await (const chunk of chunksOf(source)) if (!(await feed.write(chunk))) break
  const ended = await feed.end()
  // A parser that stopped early never ends its current file.
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

/** Whether the error is a disk failure, which the caller did not cause. */
const isDiskError = (error: unknown): boolean => hasCode(error, ...diskCodes)

const diskCodes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EMFILE', 'ENOENT', 'EACCES']

type FilePart = Pick<FormFile, 'field' | 'fileName' | 'mimeType'>

/** Receives a picture. Returns null if the part was cut off, and rejects when the disk fails. */
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
    if (tooLarge) return { ...part, ...file, fileName, head, size: null, isTooLarge: tooLarge }
    const { size, ...kept } = await cleanPicture(file, head, files)
    return { ...part, ...kept, fileName, head, size, isTooLarge: tooLarge }
  } catch (error) {
    await files.remove(received)
    if (isDiskError(error)) throw error
    return null
  }
}

/**
 * Stores the cleaned picture that vendors may receive in place of the original. Reads it into memory: it has at most
 * `maxImageBytes`.
 */
async function cleanPicture(
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
