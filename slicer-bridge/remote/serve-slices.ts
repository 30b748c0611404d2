// The side of a remote slice that has the slicer: responds to POST /slice. A request whose connection ends ends its slice.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import * as v from 'valibot'
import type { Model, SlicerBridge, WithModel } from '../bridge.ts'
import type { SliceOutcome } from '../outcome.ts'
import { profileHash } from '../profile.ts'
import { EventQueue } from './event-queue.ts'
import { MixedStream } from './mixed-stream.ts'
import {
  lineOf,
  maxModelBytes,
  modelHeadSchema,
  type SliceTerms,
  signOfLifeMs,
  termsHeader,
  termsOf,
} from './wire.ts'

export type SliceServiceOptions = {
  readonly bridge: Pick<SlicerBridge, 'slice' | 'identity'>
  /** For models and G-code; the folder removes files of ended processes. */
  readonly files: {
    readonly path: () => string
    readonly remove: (path: string) => Promise<void>
  }
  /** Default 256 MiB. */
  readonly maxModelBytes?: number
}

/** A worker is occupied until the model arrives. Making it takes the sender a minute at most. */
const modelLimitMs = 90_000

/**
 * 400 for terms that no slice can have; 409 for those of a release with another profile or slicer; 503 with the outcome, and Retry-After
 * where it is known, when no worker takes the slice; else 200 and a stream of events.
 */
export function createSliceService(options: SliceServiceOptions) {
  return async (request: Request): Promise<Response> => {
    const terms = termsOf(request.headers)
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
      // The caller has left.
      if (request.signal.aborted) return new Response(null, { status: 499 })
      throw error
    }
    const stream = respond({ outcome, events, gcodePath, files: options.files })
    return new Response(stream, { headers: { 'content-type': 'application/x-ndjson' } })
  }
}

function jobOf({ lane, settings, facts, priority, answerInMs }: SliceTerms) {
  return {
    ...{ settings, priority, accountId: lane },
    ...(facts && { facts }),
    ...(answerInMs !== undefined && { answerBy: performance.now() + answerInMs }),
  }
}

/** Settings that no slice can have have no profile either; the bridge says what is wrong with them. */
function hasSameProfile({ settings, profile }: SliceTerms): boolean {
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
  { files, maxModelBytes: maxBytes = maxModelBytes }: SliceServiceOptions,
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
  // Without a race at the time, nothing waits for it.
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

/** Is read to its end, or cancelled when the connection ends; the slice was aborted by then. */
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
