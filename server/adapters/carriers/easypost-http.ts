// Calls of EasyPost's REST API: JSON over HTTP with the key as the user of basic authentication. Limited in time and
// size, and without redirects, so that the key never reaches another host.

import type { Log } from '../../domain/base/ports.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { megabyte } from '../../domain/base/text/megabytes.ts'
import type { CarrierFailure } from '../../domain/carriers/failure.ts'
import { readBody } from '../net/read-body.ts'
import { backoffMs, type RetryDelay, retry } from '../net/retry.ts'
import { codeOf, failureOf } from './easypost-errors.ts'

export type EasyPostAccess = {
  readonly apiKey: string
  /** Without a trailing slash and without the version. */
  readonly apiBase: string
  readonly log: Pick<Log, 'warn'>
  readonly pause?: RetryDelay
}

export type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  readonly timeoutMs?: number
}

export type EasyPostHttp = {
  /** Makes one attempt. */
  readonly once: (call: Call) => Promise<Result<unknown, CarrierFailure>>
  /** Makes up to three attempts, for calls that neither buy nor refund. */
  readonly withRetries: (call: Call) => Promise<Result<unknown, CarrierFailure>>
  /** Downloads a label from the address in a response, without the key. */
  readonly download: (url: string) => Promise<Result<Uint8Array, CarrierFailure>>
}

const requestTimeoutMs = 15_000
const maxAttempts = 3
const firstWaitMs = 500
const maxJsonBytes = megabyte
const maxLabelBytes = 5 * megabyte

const unreachable = fail({ kind: 'carrier_unreachable' } as const)

/** Returns the header of basic authentication: the key is the user, without a password. */
export const authorizationOf = (apiKey: string): string =>
  `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`

export function createEasyPostHttp({ apiKey, apiBase, log, pause }: EasyPostAccess): EasyPostHttp {
  const authorization = authorizationOf(apiKey)

  const once: EasyPostHttp['once'] = async ({ method, path, body, timeoutMs: limit }) => {
    try {
      const response = await fetch(`${apiBase}/v2${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(limit ?? requestTimeoutMs),
        headers: {
          authorization,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const json = parseJson(await readBody(response.body, maxJsonBytes))
      if (response.ok && json !== undefined) return ok(json)
      const failure = failureOf(response.status, json)
      // The text of the refusal may quote an address.
      const { kind } = failure
      const code = codeOf(json)
      log.warn('carriers.refused', { path: pathOf(path), status: response.status, kind, code })
      return fail(failure)
    } catch (error) {
      log.warn('carriers.no_response', { method, path: pathOf(path), error: nameOf(error) })
      return unreachable
    }
  }

  const withRetries = <T>(work: () => Promise<Result<T, CarrierFailure>>) =>
    retry(work, {
      attempts: maxAttempts,
      isRetryable: (outcome) =>
        'value' in outcome && !outcome.value.ok && isTransient(outcome.value.failure),
      delayMs: (_outcome, attempt) => backoffMs(firstWaitMs, attempt),
      ...(pause && { pause }),
    })

  return {
    once,
    withRetries: (call) => withRetries(() => once(call)),
    download: (url) => withRetries(() => download(url, apiBase, log)),
  }
}

const isTransient = ({ kind }: CarrierFailure): boolean =>
  kind === 'carrier_unreachable' || kind === 'carrier_busy'

/** Labels are stored at another host. Only the configured server may be without TLS. */
async function download(
  url: string,
  apiBase: string,
  log: Pick<Log, 'warn'>,
): Promise<Result<Uint8Array, CarrierFailure>> {
  const isAllowed =
    URL.canParse(url) &&
    (new URL(url).protocol === 'https:' || new URL(url).origin === new URL(apiBase).origin)
  if (!isAllowed) return unreachable
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    const bytes = await readBody(response.body, maxLabelBytes)
    if (response.ok) return ok(bytes)
    log.warn('carriers.label_refused', { status: response.status })
  } catch (error) {
    log.warn('carriers.label_unread', { error: nameOf(error) })
  }
  return unreachable
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // A proxy's page instead of JSON.
    return undefined
  }
}

/** Returns the path without the query. */
const pathOf = (path: string): string => path.split('?')[0] ?? path
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error)
