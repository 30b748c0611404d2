// How calls reach Stripe: the configured client, the retry of "too many requests", and what a failed call means for calls
// that only read or may be repeated. (Charges interpret failures differently: charge.ts.)
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import type { Clock } from '../../domain/base/ports.ts'
import {
  type CallPurpose,
  CustomerMissing,
  ProcessorBusy,
  ProcessorRefused,
  ProcessorUnavailable,
  shareOf,
} from '../../domain/payments/ports.ts'
import { type Attempt, backoffMs, retry } from '../net/retry.ts'
import { tracedFetch } from '../observability/trace-context.ts'
import { shownReason } from './shown-reason.ts'

export type StripeSettings = {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Base URL of the API, such as `http://127.0.0.1:12111`; Stripe's own by default. */
  readonly apiBase?: string
  /** Limit for one attempt of one call. */
  readonly timeoutMs: number
  /** The clock that judges the age of a webhook's signature. */
  readonly clock: Clock
  /** Retries after a failed connection, a 5xx or a 409; 2 by default. */
  readonly maxNetworkRetries?: number
  /** The marker in the metadata of every payment; it distinguishes them from those of other systems on the same account. */
  readonly marker: string
  /** Takes that many calls from the shared budget; false when too few are left for the purpose. Absent = no budget. */
  readonly takeCalls?: TakeCalls
}

/** `isList`: a call to a list endpoint; these have a smaller budget of their own in addition. */
export type TakeCalls = (purpose: CallPurpose, calls: number, isList: boolean) => Promise<boolean>

const rateLimitAttempts = 3
const rateLimitWaitMs = 250
const maxRateLimitWaitMs = 2_000

export function connectStripe(settings: StripeSettings): Stripe {
  if (settings.secretKey === '') throw new Error('The Stripe secret key is empty.')
  if (settings.webhookSecret.trim() === '') throw new Error('The Stripe webhook secret is empty.')
  return new Stripe(settings.secretKey, {
    ...(settings.apiBase === undefined ? {} : addressOf(settings.apiBase)),
    timeout: settings.timeoutMs,
    maxNetworkRetries: settings.maxNetworkRetries ?? 2,
    telemetry: false,
    // The client of the library under Bun, whose calls continue the trace of their request.
    httpClient: Stripe.createFetchHttpClient(tracedFetch),
  })
}

function addressOf(apiBase: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const url = new URL(apiBase)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Error('The Stripe API base must be an http or https address.')
  }
  if (url.pathname !== '/' || url.search !== '' || url.username !== '' || url.password !== '') {
    throw new Error('The Stripe API base must be a bare address: protocol, host and port.')
  }
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return { host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443'), protocol }
}

/** Stripe understood the call and refused it. For code that expects a certain refusal. */
export class StripeRefusal extends ProcessorRefused {
  override readonly name = 'StripeRefusal'
  readonly code: string | undefined
  constructor(message: string, { reason, code }: { reason: string; code: string | undefined }) {
    super(message, reason)
    this.code = code
  }
}

/** Whether the refusal means that Stripe has no such object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof CustomerMissing ||
  (error instanceof StripeRefusal && error.code === 'resource_missing')

/** Whether the call named a customer that Stripe does not have. Calls under /v1/customers/{id} name it as `id`. */
export const isCustomerMissing = ({ code, param, message }: Stripe.errors.StripeError): boolean =>
  code === 'resource_missing' &&
  (param === 'customer' || (param === 'id' && /^No such customer\b/.test(message)))

/**
 * Makes a call that may safely be repeated. Throws `ProcessorUnavailable` when there was no response, the response was not the
 * requested object, or the key was refused; `CustomerMissing` or `StripeRefusal` for every other refusal. None carries the client's own
 * error, which holds the whole exchange.
 */
export async function reach<T extends { object: string }>(
  what: string,
  object: T['object'],
  call: () => Promise<T>,
): Promise<T> {
  let response: T
  try {
    response = await retryRateLimited(call)
  } catch (error) {
    if (error instanceof ProcessorBusy) throw error
    if (isRefusal(error)) throw refusalOf(what, error)
    throw new ProcessorUnavailable(describe(what, error))
  }
  // The client accepts a proxy's JSON without an `error` field as an object.
  if (response?.object !== object) {
    throw new ProcessorUnavailable(`Stripe's response to "${what}" is not a ${object}.`)
  }
  return response
}

function refusalOf(what: string, error: Stripe.errors.StripeError): ProcessorRefused {
  const [message, reason] = [describe(what, error), shownReason(error.message)]
  return isCustomerMissing(error)
    ? new CustomerMissing(message, reason)
    : new StripeRefusal(message, { reason, code: error.code })
}

export type Reach = typeof reach

/**
 * `reach` within the budget: each attempt takes one call of it, and `ProcessorBusy` is thrown when none is left for the purpose.
 * Work that is useless unless complete takes its first `together` calls at once, and later ones singly; as upkeep it waits for them.
 */
export function reachWithin(takeCalls: TakeCalls, purpose: CallPurpose, together: number): Reach {
  let taken = 0
  let hasBegun = false
  return (what, object, call) =>
    reach(what, object, async () => {
      const take = () => takeCalls(purpose, hasBegun ? 1 : together, object === 'list')
      // The first pages of a search are useless without the others.
      const mayWait = hasBegun && purpose === 'upkeep' && object === 'list'
      if (taken === 0 && (await (mayWait ? takeOrWait(take) : take()))) {
        taken = hasBegun ? 1 : together
        hasBegun = true
      }
      if (taken === 0) {
        throw new ProcessorBusy(`The budget of ${shareOf(purpose)} has no call left to ${what}.`)
      }
      taken -= 1
      return call()
    })
}

const [waitAttempts, waitMs] = [100, 100]

/** Waits ten seconds at most. */
async function takeOrWait(take: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < waitAttempts; attempt += 1) {
    if (await take()) return true
    await sleep(waitMs)
  }
  return false
}

const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeIdempotencyError ||
  error instanceof Stripe.errors.StripeCardError

/**
 * Whether Stripe returned the stored response to an earlier request under the same idempotency key. It shows the object in its state at
 * that time, without later changes.
 */
export const isReplayed = ({ lastResponse }: Stripe.Response<object>): boolean =>
  new Headers(lastResponse.headers).get('idempotent-replayed') === 'true'

/** The client repeats 409 and 5xx by itself but not 429, which did nothing. Waits as long as Stripe asks, at most two seconds. */
export const retryRateLimited = <T>(call: () => Promise<T>): Promise<T> =>
  retry(call, {
    attempts: rateLimitAttempts,
    isRetryable: (outcome) => rateLimitOf(outcome) !== null,
    delayMs: (outcome, attempt) => {
      const seconds = Number(rateLimitOf(outcome)?.headers?.['retry-after'])
      if (Number.isFinite(seconds) && seconds > 0) {
        return Math.min(seconds * 1000, maxRateLimitWaitMs)
      }
      return backoffMs(rateLimitWaitMs, attempt)
    },
  })

function rateLimitOf(outcome: Attempt<unknown>): Stripe.errors.StripeRateLimitError | null {
  const isRateLimit =
    'error' in outcome && outcome.error instanceof Stripe.errors.StripeRateLimitError
  return isRateLimit ? outcome.error : null
}

/** One line for a log: the call, the response, the request id to look it up. Never a key, not even a masked one. */
export function describe(what: string, error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return `Stripe could not be called to ${what}: ${withoutKeys(String(error))}`
  }
  const status = error.statusCode === undefined ? 'no response' : `HTTP ${error.statusCode}`
  const facts = [status, error.code, error.param, error.requestId].filter((fact) => fact)
  return `Stripe did not ${what} (${facts.join(', ')}): ${withoutKeys(error.message)}`
}

const withoutKeys = (text: string): string =>
  text.replaceAll(/\b(?:sk|rk|pk|whsec)_[\w*]+/g, '[key]').slice(0, 500)
