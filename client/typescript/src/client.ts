// The client: every endpoint with its types under `api`, and helpers for what callers do most.
import createOpenApiClient, { type Client } from 'openapi-fetch'
import type { Fetch, Sendable } from './attempt.ts'
import { type Credentials, checkCredentials, secretFor } from './credentials.ts'
import { type GenerationHelpers, generationHelpers } from './generations.ts'
import type { HelperParts } from './helper-parts.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { type ModelHelpers, modelHelpers } from './models.ts'
import { type OrderHelpers, orderHelpers } from './orders.ts'
import { pause } from './pause.ts'
import { getsNewKey } from './retry-rules.ts'
import type { paths } from './schema.ts'
import { type SendOptions, send, type Transport } from './transport.ts'
import type { UploadOptions } from './types.ts'

export type ClientOptions = {
  /** Where the service is, such as https://print.example.com. */
  readonly baseUrl: string | URL
  /** `svc_live_...`, from the account page: orders, uploads and everything else that a key may do. */
  readonly apiKey?: string | undefined
  /** `svc_ext_...`, from the account page: generations, which take no API key. */
  readonly extensionToken?: string | undefined
  /** In place of the global fetch. */
  readonly fetch?: Fetch | undefined
  /** For a call with its retries; two minutes unless given. */
  readonly timeoutMs?: number | undefined
  /**
   * How often a request is sent again at most. Unless given, 5 times, and as long as `timeoutMs` allows while connections are
   * refused or the service starts.
   */
  readonly retries?: number | undefined
}

export type SvcClient = OrderHelpers &
  ModelHelpers &
  GenerationHelpers & {
    /**
     * Every endpoint by its path: `client.api.GET('/api/print/orders/{code}', { params: { path: { code } } })` returns `{ data, error,
     * response }`. Retries, the idempotency key and the errors of lost connections are those of the helpers.
     */
    readonly api: Client<paths>
  }

const defaults = { timeoutMs: 120_000, retries: 5 } as const

export function createClient(options: ClientOptions): SvcClient {
  const { apiKey, extensionToken, fetch = (url, init) => globalThis.fetch(url, init) } = options
  return createClientOn(
    { fetch, sleep: pause, random: Math.random, now: Date.now },
    { ...options, credentials: { apiKey, extensionToken } },
  )
}

/** A client with a clock and a network of its own, for tests. */
export function createClientOn(
  transport: Transport,
  options: Pick<ClientOptions, 'baseUrl' | 'timeoutMs' | 'retries'> & {
    readonly credentials: Credentials
  },
): SvcClient {
  const { credentials } = options
  checkCredentials(credentials)
  const fetchWith = (call: UploadOptions = {}, isSafe = false) => {
    const retries = call.retries ?? options.retries
    const sending: SendOptions = {
      signal: call.signal,
      onUploadProgress: call.onUploadProgress,
      timeoutMs: call.timeoutMs ?? options.timeoutMs ?? defaults.timeoutMs,
      retries: retries ?? defaults.retries,
      isPatient: retries === undefined,
      isSafe,
    }
    return async (request: Request) => {
      const signal = sending.signal ?? request.signal
      return send(transport, await sendable(request, credentials, isSafe), { ...sending, signal })
    }
  }
  const baseUrl = originOf(options.baseUrl)
  const api = createOpenApiClient<paths>({ baseUrl, fetch: fetchWith() })
  const parts: HelperParts = { api, credentials, fetchWith }
  return { api, ...orderHelpers(parts), ...modelHelpers(parts), ...generationHelpers(parts) }
}

function originOf(baseUrl: string | URL): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin
  throw new TypeError('baseUrl has to be http:// or https:// and a host, without a path.')
}

/** Reads the body once, so that every attempt sends the same bytes. */
async function sendable(
  request: Request,
  credentials: Credentials,
  isSafe: boolean,
): Promise<Sendable> {
  const { url, method } = request
  const headers = new Headers(request.headers)
  const path = new URL(url).pathname
  const secret = secretFor(path, credentials)
  if (secret !== undefined && !headers.has('authorization')) {
    headers.set('authorization', `Bearer ${secret}`)
  }
  if (!isSafe && getsNewKey(method, path) && !headers.has('idempotency-key')) {
    headers.set('idempotency-key', newIdempotencyKey())
  }
  if (method === 'GET' || method === 'HEAD') return { url, method, headers, body: null }
  const body = new Uint8Array(await request.arrayBuffer())
  return { url, method, headers, body: body.byteLength === 0 ? null : body }
}
