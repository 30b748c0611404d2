// Client: every endpoint with its types under `api`, and helpers for the most frequent tasks.
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
import type { Retry, UploadOptions } from './types.ts'
import { userAgent, type Versions, versionNotice, warnOfVersion } from './version.ts'

export type ClientOptions = {
  /** Address of the service, such as https://print.example.com. */
  readonly baseUrl: string | URL
  /** `svc_live_...`, from the account page. For orders, uploads and all other calls that accept a key. */
  readonly apiKey?: string | undefined
  /** `svc_ext_...`, from the account page. For generations, which accept no API key. */
  readonly extensionToken?: string | undefined
  /** Replaces the global fetch. */
  readonly fetch?: Fetch | undefined
  /** Time limit of a call including its retries, in milliseconds. Two minutes by default. */
  readonly timeoutMs?: number | undefined
  /**
   * Maximum number of retries. By default 5, and as many as `timeoutMs` allows while connections are refused or the
   * service starts.
   */
  readonly retries?: number | undefined
  /** Called before the pause that precedes a retry. */
  readonly onRetry?: ((retry: Retry) => void) | undefined
  /** Called once if the service has another version than this package. By default writes a line to the console. */
  readonly onOtherVersion?: ((versions: Versions) => void) | undefined
}

export type SvcClient = OrderHelpers &
  ModelHelpers &
  GenerationHelpers & {
    /**
     * Every endpoint by its path: `client.api.GET('/api/print/orders/{code}', { params: { path: { code } } })` returns
     * `{ data, error, response }`. Retries, idempotency keys and the errors of lost connections work as in the helpers.
     */
    readonly api: Client<paths>
  }

const defaults = { timeoutMs: 120_000, retries: 5 } as const

export function createClient(options: ClientOptions): SvcClient {
  const { apiKey, extensionToken, fetch = (url, init) => globalThis.fetch(url, init) } = options
  const baseUrl = originOf(options.baseUrl)
  return createClientOn(
    { fetch, sleep: pause, random: Math.random, now: Date.now, onRetry: options.onRetry },
    {
      ...options,
      credentials: { apiKey, extensionToken },
      onOtherVersion: options.onOtherVersion ?? warnOfVersion(baseUrl),
    },
  )
}

/** Creates a client with a custom clock and network, for tests. */
export function createClientOn(
  transport: Transport,
  options: Pick<ClientOptions, 'baseUrl' | 'onOtherVersion' | 'timeoutMs' | 'retries'> & {
    readonly credentials: Credentials
  },
): SvcClient {
  const { credentials } = options
  checkCredentials(credentials)
  const noteVersion = versionNotice(options.onOtherVersion ?? (() => {}))
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
      const sent = await bufferRequest(request, credentials, isSafe)
      const response = await send(transport, sent, { ...sending, signal })
      noteVersion(response.headers)
      return response
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
async function bufferRequest(
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
  const agent = userAgent()
  if (agent !== null && !headers.has('user-agent')) headers.set('user-agent', agent)
  if (method === 'GET' || method === 'HEAD') return { url, method, headers, body: null }
  const body = new Uint8Array(await request.arrayBuffer())
  return { url, method, headers, body: body.byteLength === 0 ? null : body }
}
