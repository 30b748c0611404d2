// Requests with a time limit, and responses that are validated before use.
import { isRecord } from './is-record.ts'
import { readText } from './read-body.ts'

/** The other side refused the request. `status` and `body` come from the response. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly body: string
  constructor(status: number, body: string) {
    super(`${status}: ${body.slice(0, 500)}`)
    this.status = status
    this.body = body
  }
}

/** Most requests, of the service and of printers, are answered within this time. */
export const requestTimeoutMs = 30_000
/** Shorter for requests that only read a printer, so that the desk soon shows a printer that does not respond. */
export const readTimeoutMs = 6_000
/** Limits for responses of the service, so that a lost one soon leads to the next request. A claim reads files. */
export const answerMs = 10_000
export const claimMs = 20_000
/** Longest pause after a failed step. With a lost response, the desk is up to date 30 s after the network is back. */
export const maxPauseMs = 10_000
/** Time for sending a file to a printer. */
export const uploadTimeoutMs = 10 * 60_000
/** Status of a command that does not fit the printer's state, in the APIs of all printer servers. */
export const conflict = 409
/** Longest response with JSON or an error, from the farm or a printer. */
export const maxTextBytes = 8 << 20

/**
 * Returns the JSON object of a 2xx response, empty without a body. Throws Refused for other statuses, and throws on a
 * broken connection.
 */
export async function requestJson(
  url: string,
  init: RequestInit = {},
): Promise<Readonly<Record<string, unknown>>> {
  const signal = AbortSignal.timeout(requestTimeoutMs)
  const response = await fetch(url, { redirect: noRedirect, signal, ...init })
  const text = await readText(response, maxTextBytes)
  if (!response.ok) throw new Refused(response.status, text)
  if (text === '') return {}
  const body: unknown = JSON.parse(text)
  return isRecord(body) ? body : {}
}

/** For requests with a key or password: a redirect would send them to another address. */
export const noRedirect = 'error'

export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {}
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null
/** Converts percent to a share from 0 to 1. */
export const shareOf = (percent: number | null): number | null =>
  percent === null ? null : Math.min(1, percent / 100)
