// JSON over HTTP to a vendor, limited in time and size. Redirects are not followed, so a key never reaches another host. Reads are
// retried; calls that may cost money are not.

import type { Log } from '../../domain/base/ports.ts'
import { megabyte } from '../../domain/base/text/megabytes.ts'
import { readBody } from '../net/read-body.ts'
import { type Attempt, backoffMs, type RetryDelay, retry } from '../net/retry.ts'
import { traceHeaders } from '../observability/trace-context.ts'

export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: NonNullable<RequestInit['body']>
  readonly timeoutMs: number
}

/**
 * `json` is undefined when the body is not JSON. `no_response` means no response, or an incomplete one: the call may have taken effect.
 */
export type VendorResponse =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly headers: Headers
      readonly json: unknown
    }
  | { readonly kind: 'no_response' }

export type Http = {
  /** Makes one attempt. Rejects only when the caller's signal is aborted. */
  readonly once: (call: Call, signal: AbortSignal) => Promise<VendorResponse>
  /** Makes up to three attempts, for calls without an effect. */
  readonly read: (call: Call, signal: AbortSignal) => Promise<VendorResponse>
  /** Retries only when the vendor's rate limit rejected the call, so that nothing was created. */
  readonly create: (
    call: Call,
    isRateLimited: (response: VendorResponse) => boolean,
    signal: AbortSignal,
  ) => Promise<VendorResponse>
}

export type HttpSettings = {
  readonly vendor: string
  readonly log: Pick<Log, 'debug' | 'warn'>
  readonly pause?: RetryDelay
}

const maxResponseBytes = megabyte
const readAttempts = 3
const createAttempts = 4
const maxWaitMs = 10_000
const retryableStatuses = new Set([429, 502, 503, 504])

export function createHttp({ vendor, log, pause }: HttpSettings): Http {
  const once: Http['once'] = async (call, signal) => {
    const deadline = AbortSignal.timeout(call.timeoutMs)
    try {
      const response = await fetch(call.url, {
        method: call.method,
        redirect: 'manual',
        signal: AbortSignal.any([signal, deadline]),
        headers: { accept: 'application/json', ...traceHeaders(), ...call.headers },
        ...(call.body === undefined ? {} : { body: call.body }),
      })
      const json = parseJson(await readBody(response.body, maxResponseBytes))
      return { kind: 'response', status: response.status, headers: response.headers, json }
    } catch (error) {
      signal.throwIfAborted()
      log.warn('engine.no_response', {
        vendor,
        method: call.method,
        path: pathOf(call),
        error: nameOf(error),
      })
      return { kind: 'no_response' }
    }
  }
  const repeated = (
    call: Call,
    signal: AbortSignal,
    options: {
      attempts: number
      firstWaitMs: number
      again: (response: VendorResponse) => boolean
    },
  ) =>
    retry(() => once(call, signal), {
      attempts: options.attempts,
      isRetryable: (outcome) => 'value' in outcome && options.again(outcome.value),
      delayMs: (outcome, attempt) => {
        const waitMs = retryAfterMs(outcome) ?? backoffMs(options.firstWaitMs, attempt)
        log.debug('engine.retry', { vendor, path: pathOf(call), attempt, waitMs })
        return Math.min(waitMs, maxWaitMs)
      },
      signal,
      ...(pause && { pause }),
    })
  return {
    once,
    read: (call, signal) =>
      repeated(call, signal, { attempts: readAttempts, firstWaitMs: 500, again: isTransient }),
    create: (call, isRateLimited, signal) =>
      repeated(call, signal, {
        attempts: createAttempts,
        firstWaitMs: 2_000,
        again: (response) => !isServerFailure(response) && isRateLimited(response),
      }),
  }
}

export const isTransient = (response: VendorResponse): boolean =>
  response.kind === 'no_response' || retryableStatuses.has(response.status)

/** Whether the server failed, in the vendor's format or another: it may fail after it has created the task. */
export const isServerFailure = (response: VendorResponse): boolean =>
  response.kind === 'response' && response.status >= 500

/** Parses the header, which contains seconds or a date. */
function retryAfterMs(outcome: Attempt<VendorResponse>): number | null {
  if (!('value' in outcome) || outcome.value.kind !== 'response') return null
  const value = outcome.value.headers.get('retry-after')
  if (value === null) return null
  const ms = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

function parseJson(body: Uint8Array): unknown {
  try {
    // Removes a byte order mark, which JSON.parse rejects.
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // A proxy's page instead of the vendor's JSON; the status is enough.
    return undefined
  }
}

const pathOf = ({ url }: Call): string => new URL(url).pathname

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)
