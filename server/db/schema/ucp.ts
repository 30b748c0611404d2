// Checkout sessions of the Universal Commerce Protocol.
import type { Created, Json } from './columns.ts'

export type CheckoutSessionsTable = {
  id: string
  /** Keyed hash of the client's address. */
  client: string
  lines: Json
  /** Requested items that could not be included, and why. Processes of the previous release do not write it. */
  missing: Json
  country: string
  country_stated: boolean
  shipping_cents: number
  created_at: Created
  expires_at: Date
  cancelled_at: Date | null
  /** When the session's parts were put into a basket. A time in the future is the deadline of the request that is doing it. */
  handed_over_at: Date | null
}

export type CheckoutRepliesTable = {
  client: string
  /** Hash of method, path and Idempotency-Key. */
  key: string
  request_hash: string
  /** Null until the request was carried out, like the body. */
  status: number | null
  body: string | null
  claimed_at: Created
  created_at: Created
}
