// HTTP digest authentication (RFC 7616): MD5 and SHA-256 with `qop=auth`, their session variants, which PrusaLink on a Raspberry Pi
// requests, and MD5 without a qop, which the firmware of Prusa printers requests.
import { createHash, randomBytes } from 'node:crypto'

export type Credentials = { readonly user: string; readonly password: string }

const algorithms = ['MD5', 'SHA-256', 'MD5-sess', 'SHA-256-sess'] as const

/** A server's challenge in `WWW-Authenticate`. */
export type Challenge = {
  readonly realm: string
  readonly nonce: string
  readonly algorithm: (typeof algorithms)[number]
  /** Whether it supports `qop=auth`. Without a qop, the response follows RFC 2069. */
  readonly hasQop: boolean
  readonly opaque: string | null
}

type Send = (url: string, init?: RequestInit) => Promise<Response>

/**
 * Creates a `fetch` that responds to one challenge per request; a second 401 is returned to the caller. Reuses the last challenge, so that
 * a body is rarely sent twice.
 */
export function createDigestFetch(credentials: Credentials): Send {
  let challenge: Challenge | null = null
  let count = 0
  const send: Send = (url, init = {}) => {
    if (challenge === null) return fetch(url, init)
    count += 1
    const { pathname, search } = new URL(url)
    const request = { method: init.method ?? 'GET', uri: `${pathname}${search}` }
    const cnonce = randomBytes(16).toString('hex')
    const authorization = authorize(credentials, challenge, { ...request, count, cnonce })
    const headers = new Headers(init.headers)
    headers.set('authorization', authorization)
    return fetch(url, { ...init, headers })
  }
  return async (url, init) => {
    const response = await send(url, init)
    if (response.status !== 401) return response
    const asked = readChallenge(response.headers.get('www-authenticate') ?? '')
    if (asked === null) return response
    await response.body?.cancel()
    ;[challenge, count] = [asked, 0]
    return await send(url, init)
  }
}

/** Returns the strongest supported challenge of the header; null = none. */
export function readChallenge(header: string): Challenge | null {
  const challenges = header
    .split(/(?:^|,)\s*(?=Digest\s)/i)
    .flatMap((text) => (/^Digest\s/i.test(text) ? [challengeOf(fieldsOf(text))] : []))
    .filter((each) => each !== null)
  return challenges.find(({ algorithm }) => isSha256(algorithm)) ?? challenges[0] ?? null
}

const isSha256 = (algorithm: Challenge['algorithm']) => algorithm.startsWith('SHA-256')

function challengeOf(fields: ReadonlyMap<string, string>): Challenge | null {
  const [realm, nonce] = [fields.get('realm'), fields.get('nonce')]
  const asked = (fields.get('algorithm') ?? 'MD5').toLowerCase()
  const algorithm = algorithms.find((each) => each.toLowerCase() === asked)
  const qop = fields.get('qop')
  const hasQop = qop?.split(',').some((each) => each.trim() === 'auth') ?? false
  if (realm === undefined || nonce === undefined || algorithm === undefined) return null
  if (qop !== undefined && !hasQop) return null
  return { realm, nonce, algorithm, hasQop, opaque: fields.get('opaque') ?? null }
}

/** Parses `name=value` and `name="value"` after the scheme. */
function fieldsOf(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  let at = 'Digest'.length
  while (at < text.length) {
    const equals = text.indexOf('=', at)
    if (equals < 0) break
    const name = text.slice(at, equals).replaceAll(',', '').trim().toLowerCase()
    const { value, end } =
      text[equals + 1] === '"' ? readQuoted(text, equals + 2) : readPlain(text, equals + 1)
    fields.set(name, value)
    at = end
  }
  return fields
}

type Value = { readonly value: string; readonly end: number }

function readQuoted(text: string, start: number): Value {
  let [value, at] = ['', start]
  while (at < text.length && text[at] !== '"') {
    if (text[at] === '\\') at += 1
    value += text[at] ?? ''
    at += 1
  }
  return { value, end: at + 1 }
}

function readPlain(text: string, start: number): Value {
  const comma = text.indexOf(',', start)
  const end = comma < 0 ? text.length : comma
  return { value: text.slice(start, end).trim(), end }
}

export type DigestRequest = {
  readonly method: string
  /** Path and query. */
  readonly uri: string
  /** Number of requests with this nonce, including this one. */
  readonly count: number
  readonly cnonce: string
}

/** Returns the value of `Authorization` (RFC 7616, 3.4). */
export function authorize(
  { user, password }: Credentials,
  { realm, nonce, algorithm, hasQop, opaque }: Challenge,
  { method, uri, count, cnonce }: DigestRequest,
): string {
  const hash = (text: string) =>
    createHash(isSha256(algorithm) ? 'sha256' : 'md5')
      .update(text)
      .digest('hex')
  const account = hash(`${user}:${realm}:${password}`)
  const secret = algorithm.endsWith('-sess') ? hash(`${account}:${nonce}:${cnonce}`) : account
  const target = hash(`${method}:${uri}`)
  const nc = count.toString(16).padStart(8, '0')
  const response = hasQop
    ? hash(`${secret}:${nonce}:${nc}:${cnonce}:auth:${target}`)
    : hash(`${secret}:${nonce}:${target}`)
  return [
    `Digest username="${escapeQuotes(user)}", realm="${escapeQuotes(realm)}", nonce="${escapeQuotes(nonce)}", uri="${uri}"`,
    `response="${response}"`,
    ...(opaque === null ? [] : [`opaque="${escapeQuotes(opaque)}"`]),
    ...(hasQop ? [`algorithm=${algorithm}`, 'qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`] : []),
  ].join(', ')
}

const escapeQuotes = (text: string): string => text.replace(/["\\]/g, '\\$&')
