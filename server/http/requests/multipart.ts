// Streams a multipart/form-data body: text fields into a map, the file to disk with its hash. Memory use does not grow with the file, and
// parts that are too large or not expected are not kept.

import { createHash } from 'node:crypto'
import type { Caller } from '../../domain/base/caller.ts'
import type { Log } from '../../domain/base/ports.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { ModelFailure } from '../../domain/models/failure.ts'
import type { ReceivedFile } from '../../domain/models/received-file.ts'
import type { Upload, UploadFailure, Uploads } from '../../domain/models/uploads.ts'
import { declaredBytes } from './body.ts'
import { readCapped } from './capped.ts'
import type { FormFailure } from './failure.ts'
import {
  createFeed,
  type FileStream,
  type FormFeed,
  maxFields,
  openFormParser,
  plainFileName,
} from './form-parser.ts'
import { openUploadFile, type UploadFile } from './upload-file.ts'

export type MultipartForm = {
  /** The first value of each name; a part without a name has the empty one. */
  readonly fields: ReadonlyMap<string, string>
  /** Names of fields that were sent again with another value. */
  readonly repeated: ReadonlySet<string>
  /** Names of other parts that were files, which are not kept. */
  readonly otherFiles: ReadonlySet<string>
  readonly file: ReceivedFile | null
}

export type MultipartOptions = {
  readonly uploads: Uploads
  /** The upload counts for this caller. */
  readonly caller: Caller
  /** The one part that may be a file. */
  readonly fileField: string
  readonly maxFileBytes: number
  readonly log: Pick<Log, 'error'>
}

type Refusal =
  | UploadFailure
  | FormFailure
  | Extract<ModelFailure, { kind: 'file_too_large' | 'storage_failed' }>

const maxFiles = 4
/** Room for headers, boundaries and text fields in addition to the file. */
const overheadBytes = 2 * 1024 * 1024

/** Reads the form and hands it to `use`; the temporary file is always removed afterwards. */
export async function withMultipartForm<T, F>(
  request: Request,
  options: MultipartOptions,
  use: (form: MultipartForm) => Promise<Result<T, F>>,
): Promise<Result<T, F | Refusal>> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return fail({ kind: 'not_multipart' })
  const declared = declaredBytes(request)
  if ((declared ?? 0) > options.maxFileBytes + overheadBytes) {
    return fail({ kind: 'file_too_large' })
  }
  const upload = options.uploads.open(options.caller, declared)
  if (!upload.ok) return upload
  try {
    const form = await readForm(request, contentType, upload.value, options)
    return form.ok ? await use(form.value) : form
  } finally {
    await upload.value.close()
  }
}

async function readForm(
  request: Request,
  contentType: string,
  place: Upload,
  { fileField, maxFileBytes, log }: MultipartOptions,
): Promise<Result<MultipartForm, Refusal>> {
  const fields = new Map<string, string>()
  const repeated = new Set<string>()
  const otherFiles = new Set<string>()
  const parser = openFormParser(contentType, { fileSize: maxFileBytes, files: maxFiles })
  if (parser === null) return fail(noBoundary)
  let problem: Refusal | null = null
  let upload: FileStream | null = null
  let receiving: Promise<ReceivedFile | Refusal> | null = null
  parser.on('field', (sentName: string | undefined, value, _nameCut, valueCut) => {
    const name = sentName ?? ''
    if (valueCut) problem ??= { kind: 'form_field_too_long', field: name }
    else if (!fields.has(name)) fields.set(name, value)
    else if (fields.get(name) !== value) repeated.add(name)
  })
  parser.on('fieldsLimit', () => {
    problem ??= brokenForm(
      `it has more than ${maxFields} fields`,
      'Leave out those that are not needed.',
    )
  })
  parser.on('filesLimit', () => {
    problem ??= brokenForm(`it has more than ${maxFiles} files`, sendOneFile)
  })
  parser.on('file', (sentName: string | undefined, stream: FileStream, fileName) => {
    const name = sentName ?? ''
    // A body that ends inside the part emits here as well as on the parser, which has a listener; without one here the
    // event would end the process.
    stream.on('error', () => {})
    const isExpected = name === fileField && receiving === null
    if (name === fileField && !isExpected) {
      problem ??= brokenForm('it has more than one file', sendOneFile)
    }
    if (isExpected) {
      upload = stream
      receiving = receiveFile(stream, fileName, {
        path: place.path,
        opening: openUploadFile(place, log),
        onRefusal: (refusal) => {
          problem ??= refusal
        },
      })
    } else {
      if (name !== fileField) otherFiles.add(name)
      stream.resume()
    }
  })
  const feed = createFeed(parser, () => problem !== null)
  const fed = await feedBody(feed, request, maxFileBytes + overheadBytes)
  // A parser that stopped early never ends the file that it was in.
  if (fed !== 'whole') (upload as FileStream | null)?.destroy()
  const file = receiving === null ? null : await (receiving as Promise<ReceivedFile | Refusal>)
  const refused = file !== null && 'kind' in file ? file : null
  // The file of a body that broke off is incomplete as a consequence, unless it was too large before.
  const first =
    problem ?? (refused?.kind === 'file_too_large' ? refused : fed === 'whole' ? refused : fed)
  if (first !== null) return fail(first)
  // A browser sends an empty, nameless part for a file input that was left empty.
  const empty = file === null || 'kind' in file || (file.fileName === '' && file.sizeBytes === 0)
  return ok({ fields, repeated, otherFiles, file: empty ? null : file })
}

type BrokenForm = Extract<Refusal, { kind: 'broken_multipart' }>

/** `remedy`: what to do instead of sending the same body again. */
const brokenForm = (detail: string, remedy?: string): BrokenForm =>
  remedy === undefined
    ? { kind: 'broken_multipart', detail }
    : { kind: 'broken_multipart', detail, remedy }

const sendOneFile = 'Send one file.'
const noBoundary = brokenForm(
  'its boundary is missing',
  'Let the HTTP client set the Content-Type header, so that it names the boundary.',
)

/** Moves the body into the parser. */
async function feedBody(
  feed: FormFeed,
  request: Request,
  limitBytes: number,
): Promise<Refusal | 'whole'> {
  let refusal: Refusal | null = null
  try {
    if (!(await readCapped(request.body, limitBytes, feed.write))) {
      refusal = { kind: 'file_too_large' }
    }
  } catch {
    // The client has disconnected and the response reaches no one, but the parts must be released.
    refusal = brokenForm('the connection broke')
  }
  const isWhole = await feed.end({ cut: refusal !== null })
  if (isWhole) return 'whole'
  return refusal ?? brokenForm(feed.problem() ?? 'it ended early')
}

type Destination = {
  readonly path: string
  readonly opening: Promise<UploadFile>
  readonly onRefusal: (refusal: Refusal) => void
}

/**
 * Never rejects, because it is not awaited while the body arrives. When the file cannot take more, it calls `onRefusal` at once,
 * and reads and drops the rest of the part so that the parser can reach its end.
 */
async function receiveFile(
  stream: FileStream,
  fileName: string | undefined,
  { path, opening, onRefusal }: Destination,
): Promise<ReceivedFile | Refusal> {
  const hash = createHash('sha256')
  const file = await opening
  let sizeBytes = 0
  const reportRefusal = () => {
    const refusal = file.refusal()
    if (refusal !== null) onRefusal(refusal)
  }
  reportRefusal()
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      hash.update(chunk)
      sizeBytes += chunk.byteLength
      await file.write(chunk)
      reportRefusal()
    }
  } catch {
    // The parser was torn down inside the file; its own failure becomes the refusal.
    return brokenForm('the file ended early')
  } finally {
    await file.close()
    reportRefusal()
  }
  if (stream.truncated === true) return { kind: 'file_too_large' }
  return { path, fileName: cleanFileName(fileName), sizeBytes, sha256: hash.digest('hex') }
}

/** The name in at most 200 characters, its extension included. */
function cleanFileName(fileName: string | undefined): string {
  const characters = [...plainFileName(fileName)]
  return characters.length <= 200
    ? characters.join('')
    : [...characters.slice(0, 100), ...characters.slice(-100)].join('')
}
