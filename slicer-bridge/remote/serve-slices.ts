// The side of a remote slice that has the slicer: responds to POST /slice. When the request's connection closes, its slice is aborted.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import * as v from 'valibot'
import type { Model, SlicerBridge, WithModel } from '../bridge.ts'
import type { SliceOutcome } from '../outcome/outcome.ts'
import { profileHash } from '../settings/profile.ts'
import { EventQueue } from './event-queue.ts'
import { MixedStream } from './mixed-stream.ts'
import {
  lineOf,
  maxSlicedModelBytes,
  modelHeadSchema,
  type SliceOptions,
  signOfLifeMs,
  sliceOptionsOf,
  termsHeader,
} from './wire.ts'

export type SliceServiceOptions = {
  readonly bridge: Pick<SlicerBridge, 'slice' | 'identity'>
  /** Folder for models and G-code, from which files of ended processes are removed. */
  readonly files: {
    readonly path: () => string
    readonly remove: (path: string) => Promise<void>
  }
  /** Defaults to 256 MiB. */
  readonly maxModelBytes?: number
}

/** A worker is occupied until the model arrives. Making it takes the sender at most a minute. */
const modelLimitMs = 90_000

/**
 * Creates the service. Responds with 400 for terms that no slice can have; with 409 for terms of a release with another profile or slicer;
 * with 503, the outcome and, if known, Retry-After when no worker takes the slice; otherwise with 200 and a stream of events.
 */
export function createSliceService(options: SliceServiceOptions) {
  return async (request: Request): Promise<Response> => {
    const terms = sliceOptionsOf(request.headers)
    if (terms === null) return badRequest(`${termsHeader} holds no terms of a slice`)
    if (!hasSameProfile(terms)) return Response.json({ error: otherProfile }, { status: 409 })
    if (terms.slicer !== undefined && terms.slicer !== (await options.bridge.identity())) {
      return Response.json({ error: otherSlicer }, { status: 409 })
    }
    const ready = Promise.withResolvers<'ready'>()
    const events = new EventQueue()
    const gcodePath = terms.keepGcode ? options.files.path() : null
    const outcome = options.bridge.slice({
      ...jobOf(terms),
      signal: request.signal,
      onProgress: (progress) => events.push({ kind: 'progress', ...progress }),
      withModel: receiveModel(options, request, () => ready.resolve('ready')),
      ...(gcodePath !== null && { keepGcode: gcodePath }),
    })
    try {
      const first = await Promise.race([ready.promise, outcome])
      if (first !== 'ready') return refusal(first)
    } catch (error) {
      if (error instanceof RangeError) return badRequest(error.message)
      // The caller has disconnected.
      if (request.signal.aborted) return new Response(null, { status: 499 })
      throw error
    }
    const stream = respond({ outcome, events, gcodePath, files: options.files })
    return new Response(stream, { headers: { 'content-type': 'application/x-ndjson' } })
  }
}

function jobOf({ lane, settings, facts, priority, answerInMs }: SliceOptions) {
  return {
    settings,
    priority,
    accountId: lane,
    ...(facts && { facts }),
    ...(answerInMs !== undefined && { answerBy: performance.now() + answerInMs }),
  }
}

/** Whether the profile is the same. Settings that no slice can have also have no profile; the bridge reports the problem. */
function hasSameProfile({ settings, profile }: SliceOptions): boolean {
  try {
    return profileHash(settings) === profile
  } catch {
    return true
  }
}

const otherProfile = 'this slicing process is of a release with another slicer profile'

const otherSlicer = 'this slicing process has another slicer'

const badRequest = (error: string) => Response.json({ error }, { status: 400 })

function refusal(outcome: SliceOutcome): Response {
  const headers: Record<string, string> =
    outcome.kind === 'queue_full' ? { 'retry-after': String(outcome.retryAfterSeconds) } : {}
  return Response.json(outcome, { status: 503, headers })
}

function receiveModel(
  { files, maxModelBytes: maxBytes = maxSlicedModelBytes }: SliceServiceOptions,
  request: Request,
  onReady: () => void,
): WithModel {
  return async (use, signal) => {
    onReady()
    const stlPath = files.path()
    try {
      const model = await readModel(request, { stlPath, maxBytes, signal })
      return 'kind' in model ? model : await use(model)
    } finally {
      await files.remove(stlPath)
    }
  }
}

async function readModel(
  { body }: Request,
  { stlPath, maxBytes, signal }: { stlPath: string; maxBytes: number; signal: AbortSignal },
): Promise<Model | SliceOutcome> {
  if (body === null) return noModel('the request has no body')
  const stream = new MixedStream(body)
  const ending = AbortSignal.any([signal, AbortSignal.timeout(modelLimitMs)])
  const late = rejectionOf(ending)
  try {
    const head = v.parse(modelHeadSchema, await Promise.race([stream.json(), late]))
    if (head.bytes > maxBytes) {
      return noModel(`the model has ${head.bytes} bytes; at most ${maxBytes} are sliced`)
    }
    await Promise.race([stream.toFile(stlPath, head.bytes), late])
    return { stlPath, ...(head.expected && { expected: head.expected }) }
  } catch (error) {
    signal.throwIfAborted()
    return noModel(`the model did not arrive: ${error instanceof Error ? error.message : error}`)
  } finally {
    void stream.cancel('no longer needed')
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  // When no race is in progress, nothing awaits the promise.
  promise.catch(() => {})
  return promise
}

const noModel = (detail: string): SliceOutcome => ({
  kind: 'unavailable',
  reason: 'no_model',
  detail,
})

type Running = {
  readonly outcome: Promise<SliceOutcome>
  readonly events: EventQueue
  readonly gcodePath: string | null
  readonly files: SliceServiceOptions['files']
}

/** Returns a stream that is read to its end, or cancelled when the connection ends; the slice is already aborted then. */
function respond(running: Running): ReadableStream<Uint8Array> {
  const lines = linesOf(running)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) {
        controller.close()
      } else {
        controller.enqueue(value)
      }
    },
    async cancel() {
      running.events.end()
      await lines.return(undefined)
    },
  })
}

async function* linesOf({ outcome, events, gcodePath, files }: Running) {
  const signsOfLife = setInterval(() => events.push({ kind: 'working' }), signOfLifeMs)
  outcome.then(
    () => events.end(),
    () => events.end(),
  )
  try {
    yield lineOf({ kind: 'ready' })
    for await (const event of events) yield lineOf(event)
    const ended = await outcome
    const hasGcode = ended.kind === 'sliced' && gcodePath !== null
    const gcodeBytes = hasGcode ? (await stat(gcodePath)).size : 0
    yield lineOf({ kind: 'ended', outcome: ended, gcodeBytes })
    if (hasGcode) {
      for await (const chunk of createReadStream(gcodePath)) yield new Uint8Array(chunk)
    }
  } finally {
    clearInterval(signsOfLife)
    if (gcodePath !== null) await files.remove(gcodePath)
  }
}
