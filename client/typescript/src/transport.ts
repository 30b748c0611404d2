// Sends a request until it gets a final response, its retries are exhausted, or its time has expired.

import { type Attempt, attemptOnce, type Fetch, type Sendable } from './attempt.ts'
import { startDeadline } from './deadline.ts'
import { NetworkError, OutcomeUnknownError, TimeoutError } from './errors.ts'
import { keyHours } from './idempotency-key.ts'
import { readRefusal } from './refusal.ts'
import { retryAfterSeconds } from './response-headers.ts'
import {
  backoffMs,
  type CreatedKind,
  causeOf,
  createdKindOf,
  isRestarting,
  isWorthRepeating,
  mayHaveActed,
  type Repeatability,
  repeatabilityOf,
  restartPauseMs,
  saysNothingOfEarlier,
} from './retry-rules.ts'
import type { Retry, UploadOptions } from './types.ts'

export type Transport = {
  readonly fetch: Fetch
  /** Resolves early if the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Returns a number from 0 to 1. */
  readonly random: () => number
  readonly now: () => number
  readonly onRetry?: ((retry: Retry) => void) | undefined
}

export type SendOptions = UploadOptions & {
  readonly timeoutMs: number
  readonly retries: number
  /** Whether requests that reach no service are retried until the time expires, without counting as retries. */
  readonly isPatient: boolean
  /** Whether the request changes nothing, whatever others of its path do. */
  readonly isSafe: boolean
}

type Call = {
  readonly request: Sendable
  readonly path: string
  readonly key: string | null
  readonly repeatability: Repeatability
  readonly timeoutMs: number
  /** Aborted by the caller. */
  readonly callerSignal: AbortSignal | undefined
  /** Aborted by the caller or when the time expires. */
  readonly signal: AbortSignal
}

/** Returns a response of any status with its complete body. Throws the errors of errors.ts, except RefusalError. */
export async function send(
  transport: Transport,
  request: Sendable,
  options: SendOptions,
): Promise<Response> {
  const deadline = startDeadline(options.timeoutMs, options.signal)
  try {
    return await sendUntil(deadline.signal, transport, request, options)
  } finally {
    deadline.release()
  }
}

async function sendUntil(
  signal: AbortSignal,
  transport: Transport,
  request: Sendable,
  options: SendOptions,
): Promise<Response> {
  const call = callOf(request, options, signal)
  const endsAt = transport.now() + call.timeoutMs
  const parts = { ...options, fetch: transport.fetch, signal: call.signal }
  let mayHaveArrived = false
  let counted = 0
  let waited = 0
  for (;;) {
    const attempt = await attemptOnce(request, parts)
    mayHaveArrived ||= leavesDoubt(attempt, call)
    const isFree = options.isPatient && isRestarting(attempt)
    const mayRepeat = isFree || counted < options.retries
    const pauseMs = mayRepeat
      ? pauseAfter(attempt, call, isFree ? waited : counted, transport)
      : null
    if (isFree) {
      waited += 1
    } else {
      counted += 1
    }
    if (pauseMs === null || transport.now() + pauseMs >= endsAt) {
      return await conclude(attempt, call, mayHaveArrived)
    }
    reportRetry(transport, attempt, call, pauseMs)
    await transport.sleep(pauseMs, call.signal)
    if (call.signal.aborted) return await conclude(attempt, call, mayHaveArrived)
  }
}

/** Reports the pause. An error in the caller's callback must not make the outcome of the call unknown. */
function reportRetry(
  { onRetry }: Transport,
  attempt: Attempt,
  { request: { method }, path }: Call,
  pauseMs: number,
): void {
  const status = attempt.kind === 'response' ? attempt.response.status : null
  try {
    onRetry?.({ method, path, status, pauseMs })
  } catch {}
}

function callOf(request: Sendable, options: SendOptions, signal: AbortSignal): Call {
  const path = new URL(request.url).pathname
  const repeatability = options.isSafe ? 'safe' : repeatabilityOf(request.method, path)
  return {
    request,
    path,
    key: repeatability === 'keyed' ? request.headers.get('idempotency-key') : null,
    repeatability,
    timeoutMs: options.timeoutMs,
    callerSignal: options.signal,
    signal,
  }
}

const leavesDoubt = (attempt: Attempt, { repeatability }: Call): boolean =>
  attempt.kind === 'lost' || (attempt.kind === 'response' && mayHaveActed(attempt, repeatability))

/** Returns null if the attempt was the last one. */
function pauseAfter(
  attempt: Attempt,
  { repeatability, signal }: Call,
  retry: number,
  { random, now }: Transport,
): number | null {
  if (signal.aborted) return null
  const backoff = (isRestarting(attempt) ? restartPauseMs : backoffMs)(retry, random())
  if (attempt.kind === 'unsent') return backoff
  if (attempt.kind === 'lost') return repeatability === 'once' ? null : backoff
  if (!isWorthRepeating(attempt, repeatability)) return null
  const seconds = retryAfterSeconds(attempt.response.headers, now())
  return seconds === null ? backoff : seconds * 1000 + backoff
}

async function conclude(attempt: Attempt, call: Call, mayHaveArrived: boolean): Promise<Response> {
  const inDoubt = mayHaveArrived && call.repeatability !== 'safe'
  if (attempt.kind === 'response') {
    const { response } = attempt
    if (inDoubt && !tellsTheOutcome(attempt, call)) {
      throw toUnknownOutcome(call, await readRefusal(response))
    }
    if (!response.ok) call.callerSignal?.throwIfAborted()
    return response
  }
  const { error } = attempt
  if (inDoubt) throw toUnknownOutcome(call, error)
  call.callerSignal?.throwIfAborted()
  const { method, url } = call.request
  if (call.signal.aborted) {
    const seconds = call.timeoutMs / 1000
    throw new TimeoutError(`${method} ${url} took longer than ${seconds} s.`, { cause: error })
  }
  const what = attempt.kind === 'unsent' ? 'could not be sent' : 'got no whole response'
  throw new NetworkError(`${method} ${url} ${what}: ${wordsOf(error)}`, { cause: error })
}

/** Whether this response also reveals the outcome of earlier attempts whose responses were lost. */
const tellsTheOutcome = (
  attempt: Extract<Attempt, { kind: 'response' }>,
  { repeatability }: Call,
): boolean =>
  attempt.response.ok ||
  !(saysNothingOfEarlier(attempt.response) || mayHaveActed(attempt, repeatability))

function toUnknownOutcome(
  { key, path, request, repeatability }: Call,
  cause: unknown,
): OutcomeUnknownError {
  const lost = `Whether the service acted on ${request.method} ${path} is not known: ${wordsOf(cause)}`
  const [what, makes] = made[createdKindOf(path) ?? 'other']
  const advice =
    key === null
      ? repeatability === 'keyed'
        ? 'Make the same call again: the service knows it by its content.'
        : 'Check the account page before you send it again.'
      : `Make the same call again with idempotencyKey '${key}' within ${keyHours} hours: it returns ${what} if there is one, and ${makes} it ` +
        'if not.'
  return new OutcomeUnknownError(`${lost.replace(/\.?$/, '.')} ${advice}`, {
    idempotencyKey: key ?? undefined,
    cause,
  })
}

/** The object that a retry with the key finds, and its effect if there is none. */
const made: Readonly<Record<CreatedKind, readonly [string, string]>> = {
  order: ['the order', 'places'],
  generation: ['the generation', 'starts'],
  other: ['what was made', 'makes'],
}

/** Returns `connect ECONNREFUSED 127.0.0.1:3000` instead of `fetch failed`. */
function wordsOf(error: unknown): string {
  const cause = causeOf(error)
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
