// Streams a multipart/form-data body: text fields into a map, the file to disk with its hash. Memory use does not grow
// with the file, and oversized or unexpected parts are discarded.

import { createHash } from 'node:crypto'
import type { Caller } from '../../domain/base/caller.ts'
import type { Log } from '../../domain/base/ports.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { megabyte } from '../../domain/base/text/megabytes.ts'
import type { ModelFailure } from '../../domain/models/failure.ts'
import type { ReceivedFile } from '../../domain/models/received-file.ts'
import type { BodyUpload, BodyUploadFailure, Uploads } from '../../domain/models/uploads.ts'
import { declaredBytes } from './body.ts'
import { readCapped } from './capped.ts'
import type { FormParseFailure } from './failure.ts'
import {
  createFeed,
  type FileStream,
  type FormFeed,
  type FormParser,
  maxFields,
  openFormParser,
  plainFileName,
} from './form-parser.ts'
import { openUploadFile, type UploadFile } from './upload-file.ts'

export const leaveOutAdvice = 'Leave out those that are not needed.'

export type MultipartForm = {
  /** First value of each name. A part without a name is stored under ''. */
  readonly fields: ReadonlyMap<string, string>
  /** Names of fields that were repeated with a different value. */
  readonly repeated: ReadonlySet<string>
  /** Names of unexpected file parts, which are discarded. */
  readonly otherFiles: ReadonlySet<string>
  readonly file: ReceivedFile | null
}

export type MultipartOptions = {
  readonly uploads: Uploads
  /** Caller that the upload is counted for. */
  readonly caller: Caller
  /** Name of the only part that may be a file. */
  readonly fileField: string
  readonly maxFileBytes: number
  readonly log: Pick<Log, 'error'>
}

type MultipartRefusal =
  | BodyUploadFailure
  | FormParseFailure
  | Extract<ModelFailure, { kind: 'file_too_large' | 'storage_failed' }>

const maxFiles = 4
/** Allowance for headers, boundaries and text fields in addition to the file, in bytes. */
const overheadBytes = 2 * megabyte

/** Reads the form and passes it to `use`. Always removes the temporary file afterwards. */
export async function withMultipartForm<T, F>(
  request: Request,
  options: MultipartOptions,
  use: (form: MultipartForm) => Promise<Result<T, F>>,
): Promise<Result<T, F | MultipartRefusal>> {
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

/** What the parser's events have found so far. */
type ReadingState = {
  readonly fields: Map<string, string>
  readonly repeated: Set<string>
  readonly otherFiles: Set<string>
  /** The first reason to refuse the form, apart from the file's outcome. */
  problem: MultipartRefusal | null
  upload: ReceivedPart | null
}

type ReceivedPart = {
  readonly stream: FileStream
  readonly outcome: Promise<ReceivedFile | MultipartRefusal>
}

async function readForm(
  request: Request,
  contentType: string,
  place: BodyUpload,
  options: MultipartOptions,
): Promise<Result<MultipartForm, MultipartRefusal>> {
  const { maxFileBytes } = options
  const parser = openFormParser(contentType, { fileSize: maxFileBytes, files: maxFiles })
  if (parser === null) return fail(noBoundary)
  const state: ReadingState = {
    fields: new Map(),
    repeated: new Set(),
    otherFiles: new Set(),
    problem: null,
    upload: null,
  }
  collectFields(parser, state)
  collectFiles(parser, state, place, options)
  const feed = createFeed(parser, () => state.problem !== null)
  const fed = await feedBody(feed, request, maxFileBytes + overheadBytes)
  // A parser that stopped early never ends its current file.
  if (fed !== 'whole') state.upload?.stream.destroy()
  const file = state.upload === null ? null : await state.upload.outcome
  const refusal = refusalOf(state.problem, file, fed)
  if (refusal !== null) return fail(refusal)
  const { fields, repeated, otherFiles } = state
  return ok({ fields, repeated, otherFiles, file: isFile(file) ? file : null })
}

function collectFields(parser: FormParser, state: ReadingState): void {
  parser.on('field', (sentName: string | undefined, value, _nameCut, valueCut) => {
    const name = sentName ?? ''
    if (valueCut) state.problem ??= { kind: 'form_field_too_long', field: name }
    else if (!state.fields.has(name)) state.fields.set(name, value)
    else if (state.fields.get(name) !== value) state.repeated.add(name)
  })
  parser.on('fieldsLimit', () => {
    state.problem ??= brokenForm(`it has more than ${maxFields} fields`, leaveOutAdvice)
  })
}

/** Receives the expected file and discards any other. */
function collectFiles(
  parser: FormParser,
  state: ReadingState,
  place: BodyUpload,
  { fileField, log }: Pick<MultipartOptions, 'fileField' | 'log'>,
): void {
  parser.on('filesLimit', () => {
    state.problem ??= brokenForm(`it has more than ${maxFiles} files`, sendOneFile)
  })
  parser.on('file', (sentName: string | undefined, stream: FileStream, fileName) => {
    const name = sentName ?? ''
    // A body that ends inside the part emits an error here in addition to the parser's. Without a listener, the event
    // would terminate the process.
    stream.on('error', () => {})
    if (name === fileField && state.upload === null) {
      const outcome = receiveFile(stream, fileName, {
        path: place.path,
        opening: openUploadFile(place, log),
        onRefusal: (refusal) => {
          state.problem ??= refusal
        },
      })
      state.upload = { stream, outcome }
      return
    }
    if (name === fileField) {
      state.problem ??= brokenForm('it has more than one file', sendOneFile)
    } else {
      state.otherFiles.add(name)
    }
    stream.resume()
  })
}

/**
 * Returns why the form is refused. When the body breaks off, reports that instead of the incomplete file. A file that was
 * already too large takes precedence.
 */
function refusalOf(
  problem: MultipartRefusal | null,
  file: ReceivedFile | MultipartRefusal | null,
  fed: MultipartRefusal | 'whole',
): MultipartRefusal | null {
  if (problem !== null) return problem
  const refused = file !== null && 'kind' in file ? file : null
  return fed === 'whole' || refused?.kind === 'file_too_large' ? refused : fed
}

/** False for a refusal, and for the empty part without a file name that browsers send for an empty file input. */
const isFile = (file: ReceivedFile | MultipartRefusal | null): file is ReceivedFile =>
  file !== null && !('kind' in file) && (file.fileName !== '' || file.sizeBytes > 0)

type BrokenForm = Extract<MultipartRefusal, { kind: 'broken_multipart' }>

/** Returns the failure of an unreadable form. `remedy` tells the client what to do instead of resending the body. */
const brokenForm = (detail: string, remedy?: string): BrokenForm =>
  remedy === undefined
    ? { kind: 'broken_multipart', detail }
    : { kind: 'broken_multipart', detail, remedy }

const sendOneFile = 'Send one file.'
const noBoundary = brokenForm(
  'its boundary is missing',
  'Let the HTTP client set the Content-Type header, so that it names the boundary.',
)

/** Feeds the body to the parser. */
async function feedBody(
  feed: FormFeed,
  request: Request,
  limitBytes: number,
): Promise<MultipartRefusal | 'whole'> {
  let refusal: MultipartRefusal | null = null
  try {
    if (!(await readCapped(request.body, limitBytes, feed.write))) {
      refusal = { kind: 'file_too_large' }
    }
  } catch {
    // The client has disconnected, so the response is never delivered, but the parts must be released.
    refusal = brokenForm('the connection broke')
  }
  const isWhole = await feed.end({ isCut: refusal !== null })
  if (isWhole) return 'whole'
  return refusal ?? brokenForm(feed.problem() ?? 'it ended early')
}

type Destination = {
  readonly path: string
  readonly opening: Promise<UploadFile>
  readonly onRefusal: (refusal: MultipartRefusal) => void
}

/**
 * Writes the file to disk. Never rejects, because nothing awaits it while the body arrives. When the file cannot take
 * more data, it calls `onRefusal` immediately, then drains the part so that the parser can reach its end.
 */
async function receiveFile(
  stream: FileStream,
  fileName: string | undefined,
  { path, opening, onRefusal }: Destination,
): Promise<ReceivedFile | MultipartRefusal> {
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
    // The parser was destroyed inside the file. Its failure becomes the refusal.
    return brokenForm('the file ended early')
  } finally {
    await file.close()
    reportRefusal()
  }
  if (stream.truncated === true) return { kind: 'file_too_large' }
  return { path, fileName: cleanFileName(fileName), sizeBytes, sha256: hash.digest('hex') }
}

/** Shortens the file name to at most 200 characters, including its extension. */
function cleanFileName(fileName: string | undefined): string {
  const characters = [...plainFileName(fileName)]
  return characters.length <= 200
    ? characters.join('')
    : [...characters.slice(0, 100), ...characters.slice(-100)].join('')
}
