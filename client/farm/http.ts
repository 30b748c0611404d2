// Requests with a time limit, and responses that are checked before they are used.
import { isRecord } from './is-record.ts'

/** The other side refused the request; `status` and `body` are those of the response. */
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

const timeoutMs = 30_000

/** The JSON object of a 2xx response, empty when there is no body. Throws Refused for other statuses, and on a broken connection. */
export async function requestJson(
  url: string,
  init: RequestInit = {},
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), ...init })
  const text = await response.text()
  if (!response.ok) throw new Refused(response.status, text)
  if (text === '') return {}
  const body: unknown = JSON.parse(text)
  return isRecord(body) ? body : {}
}

export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {}
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null
