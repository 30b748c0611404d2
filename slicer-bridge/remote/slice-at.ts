// Runs one slice at one slicing process: sends the terms, makes the model when a worker is free, and reads the outcome.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import type { BridgeObserver, SliceJob, WithModel } from '../bridge.ts'
import type { SliceOutcome } from '../outcome/outcome.ts'
import { profileHash } from '../settings/profile.ts'
import { MixedStream } from './mixed-stream.ts'
import { ModelUpload } from './model-upload.ts'
import {
  eventSchema,
  headersOf,
  outcomeSchema,
  type SliceEvent,
  type SliceOptions,
  signOfLifeMs,
  slicePath,
} from './wire.ts'

/** Thrown when the process could not be reached, or its connection closed before the outcome. */
export class ConnectionLost extends Error {}

export type SliceAt = {
  readonly origin: string
  readonly job: SliceJob
  readonly withModel: WithModel
  readonly signal: AbortSignal
  readonly observer?: BridgeObserver
  /** Additional headers of the request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Longer than any accepted slice waits for a worker. The first line arrives then. */
const waitLimitMs = 60_000
/** The time of several keep-alive lines. */
const silenceLimitMs = 6 * signOfLifeMs

/** Slices. Rejects with a `ConnectionLost`, the signal's reason, or an error in making the model. */
export async function sliceAt({
  origin,
  job,
  withModel,
  signal,
  observer,
  headers = {},
}: SliceAt): Promise<SliceOutcome> {
  const startedAt = performance.now()
  const silence = new Silence()
  const ending = AbortSignal.any([signal, silence.signal])
  const upload = new ModelUpload()
  /** Aborts the request, even when the slice has already ended here. */
  const done = new AbortController()
  const lost = (error: unknown) => {
    signal.throwIfAborted()
    throw new ConnectionLost(
      silence.signal.aborted ? 'it fell silent' : `connection: ${messageOf(error)}`,
      { cause: error },
    )
  }
  try {
    silence.allow(waitLimitMs)
    const response = await fetch(`${origin}${slicePath}`, {
      method: 'POST',
      headers: { ...headers, ...headersOf(optionsOfJob(job)) },
      body: upload.stream,
      // A new connection for each slice, because a kept connection may lead to a process that has ended since.
      keepalive: false,
      signal: AbortSignal.any([ending, done.signal]),
    }).catch(lost)
    if (response.status !== 200) return await refusalOf(response).catch(lost)
    if (response.body === null) return lost(new Error('no body'))
    const events = new MixedStream(response.body)
    const next = () =>
      events
        .json()
        .then((event) => v.parse(eventSchema, event))
        .catch(lost)
    const first = await next()
    if (first.kind === 'ended') return first.outcome
    // Nothing is read while the model is made.
    silence.end()
    observer?.onWait(performance.now() - startedAt)
    const readyAt = performance.now()
    const outcome = await withModel(async (model) => {
      await upload.begin(model)
      const listen = () => silence.allow(silenceLimitMs)
      const nextInTime = () => {
        listen()
        return next()
      }
      const ended = await endOf(nextInTime, job)
      if (ended.gcodeBytes > 0 && job.keepGcode !== undefined) {
        listen()
        await keepFrom(events, job.keepGcode, ended.gcodeBytes, listen).catch(lost)
      }
      return ended.outcome
    }, ending)
    observer?.onRun(performance.now() - readyAt)
    return outcome
  } finally {
    silence.end()
    done.abort()
  }
}

/** Returns the lane. The account's id is not sent; its hash is enough for taking turns. */
const laneOf = (accountId: string) =>
  createHash('sha256').update(accountId).digest('hex').slice(0, 32)

function optionsOfJob(job: SliceJob): SliceOptions {
  const { settings, accountId, facts, priority = 'normal', answerBy, keepGcode, slicer } = job
  return {
    lane: laneOf(accountId),
    settings,
    profile: profileHash(settings),
    ...(slicer !== undefined && { slicer }),
    ...(facts && { facts }),
    priority,
    ...(answerBy !== undefined && { answerInMs: answerBy - performance.now() }),
    keepGcode: keepGcode !== undefined,
  }
}

/**
 * Returns the refusal. A process that is starting, stopping or of another release has not rejected the slice: another one may take it.
 */
async function refusalOf(response: Response): Promise<SliceOutcome> {
  const text = await refusalText(response)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), outcomeSchema), text)
  if (!parsed.success) throw new Error(`status ${response.status}: ${text.slice(0, 200)}`)
  const outcome = parsed.output
  if (outcome.kind === 'unavailable' && outcome.reason === 'closed') {
    throw new Error('it is stopping')
  }
  return outcome
}

/** A refusal is one short JSON object. A proxy in between may send a page. */
const maxRefusalBytes = 64 * 1024

async function refusalText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxRefusalBytes) throw new Error('the refusal is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Receives the G-code. Leaves no partial file behind. */
async function keepFrom(
  events: MixedStream,
  path: string,
  bytes: number,
  onPiece: () => void,
): Promise<void> {
  try {
    await events.toFile(path, bytes, onPiece)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function endOf(next: () => Promise<SliceEvent>, { onProgress }: SliceJob) {
  for (;;) {
    const event = await next()
    if (event.kind === 'ended') return event
    if (event.kind === 'progress') {
      onProgress?.({ percent: event.percent, stage: event.stage })
    }
  }
}

/** Aborts when nothing has arrived within the last allowed time. */
class Silence {
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  allow(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#controller.abort(new Error('silent')), ms)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
