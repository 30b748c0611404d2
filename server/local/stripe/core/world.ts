// The context of the stand-in's endpoints, and helpers that every object needs.
import { randomBytes } from 'node:crypto'
import { ApiError, toMissing } from './errors.ts'
import type { Plans } from './plans.ts'
import type { Kind, Kinds, Store, StoredObject } from './store.ts'

/** The API version that the `stripe` package of this project pins. */
export const apiVersion = '2026-10-28.endive'

export type World = {
  readonly store: Store
  /** Unix seconds. */
  readonly now: () => number
  /** Base URL of the hosted pages. */
  readonly baseUrl: () => string
  /** Records an event with the object's current state and queues its delivery, in the same commit. */
  readonly emit: (type: string, object: StoredObject) => void
  /** The receiver of events, or null if there is none. `types` is null for all events. */
  readonly receiver: () => {
    readonly url: string
    readonly types: ReadonlySet<string> | null
    readonly apiVersion: string
  } | null
  /** Outcomes that tests chose for upcoming payments and refunds. */
  readonly plans: Plans
  /** Schedules the object's next step some time later, as its test card determines (resources/aftermath.ts). */
  readonly later: (id: string) => void
}

/** Result of an endpoint. */
export type ApiResponse = { readonly status: number; readonly body: unknown }
export const ok = (body: unknown): ApiResponse => ({ status: 200, body })

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns `prefix_` and 24 random letters and digits, as Stripe does. */
export function newId(prefix: string, length = 24): string {
  const letters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length])
  return `${prefix}_${letters.join('')}`
}

/** Returns the object that the path or a parameter names. Throws an ApiError when there is none. */
export function need<K extends Kind>(world: World, kind: K, id: string, param = 'id'): Kinds[K] {
  const found = world.store.read(kind, id)
  if (found === null) throw toMissing(kindNames[kind], id, param)
  return found
}

const kindNames: Record<Kind, string> = {
  customer: 'customer',
  payment_method: 'PaymentMethod',
  payment_intent: 'payment_intent',
  setup_intent: 'setupintent',
  charge: 'charge',
  refund: 'refund',
  balance_transaction: 'balance transaction',
  dispute: 'dispute',
  payout: 'payout',
  'radar.early_fraud_warning': 'early fraud warning',
  'checkout.session': 'checkout.session',
  event: 'event',
}

export const idOf = (reference: string | { id: string } | null): string | null =>
  reference === null || typeof reference === 'string' ? reference : reference.id

/** Stripe's minimum for a USD payment. */
const minAmount = 50
const maxAmount = 99_999_999

export function checkAmount(amount: number, param: string): void {
  if (amount < minAmount) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'amount_too_small',
      param,
      message: 'Amount must be at least $0.50 usd',
    })
  }
  if (amount > maxAmount) {
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'amount_too_large',
      param,
      message: 'Amount must be no more than $999,999.99',
    })
  }
}
