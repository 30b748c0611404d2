// How calls reach Stripe: the configured client, the retry of "too many requests", and the meaning of a failed call that only reads or may
// be repeated. Charges interpret failures differently (charge.ts).
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import type { Clock, Log } from '../../domain/base/ports.ts'
import {
  type CallPurpose,
  CustomerMissing,
  ProcessorBusy,
  ProcessorRefused,
  ProcessorUnavailable,
  shareOf,
} from '../../domain/payments/ports.ts'
import { processorAttempts } from '../../domain/payments/repeats.ts'
import { type Attempt, backoffMs, retry } from '../net/retry.ts'
import { tracedFetch } from '../observability/trace-context.ts'
import { shownReason } from './shown-reason.ts'

export type StripeSettings = {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Base URL of the API, such as `http://127.0.0.1:12111`. Defaults to Stripe's. */
  readonly apiBase?: string
  /** Limit for one attempt of one call. */
  readonly timeoutMs: number
  /** The clock for the age of a webhook's signature. */
  readonly clock: Clock
  /** Retries after a failed connection, a 5xx or a 409. Defaults to 2. */
  readonly maxNetworkRetries?: number
  /** Marker in the metadata of every payment. It distinguishes them from payments of other systems on the same account. */
  readonly marker: string
  /** Takes calls from the shared budget. Absent means no budget. */
  readonly takeCalls?: TakeCalls
  /** Receives errors whose calls have an inconclusive outcome. Absent means no log. */
  readonly log?: Pick<Log, 'error'>
}

/**
 * Takes that many calls, or returns false when too few remain for the purpose. `isList` is true for calls to list endpoints, which also
 * have a smaller budget.
 */
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
    maxNetworkRetries: settings.maxNetworkRetries ?? processorAttempts - 1,
    telemetry: false,
    // The library's client for Bun. Its calls continue the trace of their request.
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

/** Thrown when Stripe understood the call and rejected it. For code that expects a certain refusal. */
export class StripeRefusal extends ProcessorRefused {
  override readonly name = 'StripeRefusal'
  readonly code: string | undefined
  constructor(message: string, { reason, code }: { reason: string; code: string | undefined }) {
    super(message, reason)
    this.code = code
  }
}

/** Returns the id of an object that Stripe sends as an id or expanded. */
export const idOf = (reference: string | { readonly id: string }): string =>
  typeof reference === 'string' ? reference : reference.id

/** Whether the refusal means that Stripe has no such object. */
export const isMissing = (error: unknown): boolean =>
  error instanceof CustomerMissing ||
  (error instanceof StripeRefusal && error.code === 'resource_missing')

/** Whether the processor could not be reached, was busy, or failed, so that the error is no defect of this call. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ProcessorUnavailable ||
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError

/** Whether the call named a customer that Stripe does not have. Calls under /v1/customers/{id} name it as `id`. */
export const isCustomerMissing = ({ code, param, message }: Stripe.errors.StripeError): boolean =>
  code === 'resource_missing' &&
  (param === 'customer' || (param === 'id' && /^No such customer\b/.test(message)))

/**
 * Makes a call that may safely be repeated. Throws `ProcessorUnavailable` when there was no response, the response was not the requested
 * object, or the key was rejected; throws `CustomerMissing` or `StripeRefusal` for every other refusal. None of them includes the client's
 * error, which contains the full request and response.
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
 * Limits `reach` to the budget. Each attempt takes one call, and `ProcessorBusy` is thrown when none remains for the purpose. Work that
 * needs all of its pages reserves its first `together` calls in one step and takes later ones singly. Upkeep waits for calls.
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
        throw new ProcessorBusy(`The budget for ${shareOf(purpose)} has no calls left to ${what}.`)
      }
      taken -= 1
      return call()
    })
}

const [waitAttempts, waitMs] = [100, 100]

/** Takes a call and waits for it up to ten seconds. */
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

/**
 * Retries 429, which had no effect; the client itself retries only 409 and 5xx. Waits as long as Stripe requests, at most two seconds.
 */
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

/**
 * Returns one line for a log: the call, the response, and the request id for a lookup. It never contains a key, not even a masked one.
 */
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
