// Idempotency keys as Stripe handles them. For 24 hours, the first response of an endpoint that ran is replayed to the same request, and a
// different request is rejected. The key is locked while the first request runs.
import { ApiError } from './core/errors.ts'
import type { Store } from './core/store.ts'
import type { ApiResponse } from './core/world.ts'

const lifetimeSeconds = 24 * 3600

export type KeptResponse = ApiResponse & { readonly requestId: string }
export type IdempotentResponses = ReturnType<typeof createIdempotentResponses>
export type Keyed = { readonly key: string; readonly endpoint: string; readonly body: string }

type Row = {
  endpoint: string
  params_hash: string
  request_id: string
  status: number
  body: string
  created: number
}

export function createIdempotentResponses(store: Store, now: () => number) {
  const find = store.db.query<Row, { key: string }>('select * from answers where key = $key')
  const insert = store.db.query(
    'insert or replace into answers (key, endpoint, params_hash, request_id, status, body, created) values ($key, $endpoint, $hash, $requestId, $status, $body, $created)',
  )
  const running = new Set<string>()

  return {
    /**
     * Returns the response stored under the key, or null for a new key. Throws an ApiError when the key was used for a different request.
     */
    recall: ({ key, endpoint, body }: Keyed): KeptResponse | null => {
      const row = find.get({ key })
      if (row === null || row.created + lifetimeSeconds <= now()) return null
      if (row.endpoint !== endpoint) {
        throw refuseMisuse(key, endpointMessage(row.endpoint, endpoint))
      }
      if (row.params_hash !== hashOf(body)) throw refuseMisuse(key, paramsMessage)
      return { status: row.status, body: JSON.parse(row.body), requestId: row.request_id }
    },
    keep: ({ key, endpoint, body }: Keyed, response: ApiResponse, requestId: string): void => {
      insert.run({
        key,
        endpoint,
        hash: hashOf(body),
        requestId,
        status: response.status,
        body: JSON.stringify(response.body),
        created: now(),
      })
    },
    /** Locks the key until the returned function is called. Throws an ApiError 409 while another request holds it. */
    lock: (key: string): (() => void) => {
      if (running.has(key)) throw inUse(key)
      running.add(key)
      return () => running.delete(key)
    },
  }
}

const hashOf = (body: string): string => new Bun.CryptoHasher('sha256').update(body).digest('hex')

const refuseMisuse = (key: string, message: string): ApiError =>
  new ApiError(
    400,
    {
      type: 'idempotency_error',
      message: `${message} Try using a key other than '${key}' if you meant to execute a different request.`,
    },
    false,
  )

const paramsMessage =
  'Keys for idempotent requests can only be used with the same parameters they were first used with.'

const endpointMessage = (first: string, now: string): string =>
  `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${now}' vs '${first}').`

const inUse = (key: string): ApiError =>
  new ApiError(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    },
    false,
  )
