// JSON over HTTP as both vendors speak it: bounded in time and size, redirects not followed, so that a key never leaves for another
// host. What only reads is repeated, what may cost money is not.
import type { Log } from '../../domain/base/ports.ts'

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BodyInit
  readonly timeoutMs: number
}

/** `json` is undefined when the body is none. `lost` = no whole answer: the call may have had its effect. */
export type Answer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Headers
      readonly json: unknown
    }
  | { readonly kind: 'lost' }

export type Http = {
  /** One attempt. Rejects only when the caller's signal is aborted. */
  readonly once: (call: Call, signal: AbortSignal) => Promise<Answer>
  /** Up to three attempts, for calls without effect. */
  readonly read: (call: Call, signal: AbortSignal) => Promise<Answer>
  /** Sent again only after an answer which says that nothing was made for being one too many. */
  readonly create: (
    call: Call,
    isOneTooMany: (answer: Answer) => boolean,
    signal: AbortSignal,
  ) => Promise<Answer>
}

export type HttpSettings = {
  readonly vendor: string
  readonly log: Pick<Log, 'debug' | 'warn'>
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

const answerBytesMax = 1024 * 1024
const readAttempts = 3
const createAttempts = 4
const longestWaitMs = 10_000
const retryableStatuses = new Set([429, 502, 503, 504])

export function createHttp({ vendor, log, pause = abortablePause }: HttpSettings): Http {
  const once: Http['once'] = async (call, signal) => {
    const deadline = AbortSignal.timeout(call.timeoutMs)
    try {
      const response = await fetch(call.url, {
        method: call.method,
        redirect: 'manual',
        signal: AbortSignal.any([signal, deadline]),
        headers: { accept: 'application/json', ...call.headers },
        ...(call.body === undefined ? {} : { body: call.body }),
      })
      const json = parsed(await cappedText(response))
      return { kind: 'answered', status: response.status, headers: response.headers, json }
    } catch (error) {
      signal.throwIfAborted()
      log.warn('engine.call_lost', {
        vendor,
        method: call.method,
        path: pathOf(call),
        error: nameOf(error),
      })
      return { kind: 'lost' }
    }
  }
  const repeated = async (
    call: Call,
    {
      attempts,
      firstWaitMs,
      again,
    }: { attempts: number; firstWaitMs: number; again: (answer: Answer) => boolean },
    signal: AbortSignal,
  ) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await once(call, signal)
      if (attempt === attempts || !again(answer)) return answer
      const waitMs = retryAfterMs(answer) ?? firstWaitMs * 2 ** (attempt - 1)
      log.debug('engine.call_repeated', { vendor, path: pathOf(call), attempt, waitMs })
      await pause(Math.min(waitMs, longestWaitMs), signal)
    }
  }
  return {
    once,
    read: (call, signal) =>
      repeated(call, { attempts: readAttempts, firstWaitMs: 500, again: isTransient }, signal),
    create: (call, isOneTooMany, signal) =>
      repeated(call, { attempts: createAttempts, firstWaitMs: 2_000, again: isOneTooMany }, signal),
  }
}

export const isTransient = (answer: Answer): boolean =>
  answer.kind === 'lost' || retryableStatuses.has(answer.status)

/** Seconds or a date. */
function retryAfterMs(answer: Answer): number | null {
  const value = answer.kind === 'answered' ? answer.headers.get('retry-after') : null
  if (value === null) return null
  const ms = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

async function cappedText({ body }: Response): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > answerBytesMax) throw new RangeError('the answer is too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's page in place of an answer; the status says enough.
    return undefined
  }
}

const pathOf = ({ url }: Call): string => new URL(url).pathname

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)

function abortablePause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
