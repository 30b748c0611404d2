// How calls reach Stripe: the configured client, the retry of "too many requests", and what a failed call means for calls
// that only read or may be repeated. (A charge has its own reading of failures: charge.ts.)
import Stripe from 'stripe'
import type { Clock } from '../../domain/base/ports.ts'
import { type CallShare, ProcessorBusy, ProcessorUnavailable } from '../../domain/payments/ports.ts'
import { type Attempt, backoffMs, retry } from '../net/retry.ts'

export type StripeSettings = {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Where the API is, such as `http://127.0.0.1:12111`; Stripe itself when left out. */
  readonly apiBase?: string
  /** For one attempt of one call. */
  readonly timeoutMs: number
  /** Judges the age of a webhook's signature. */
  readonly clock: Clock
  /** Repeats after a dead connection, a 5xx or a 409; 2 unless said otherwise. */
  readonly maxNetworkRetries?: number
  /** Takes so many calls of the shared budget, or returns false when the share has too few left. Left out = no budget. */
  readonly takeCalls?: TakeCalls
}

export type TakeCalls = (share: CallShare, calls: number) => Promise<boolean>

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

/** Stripe understood the call and said no. For code that expects one particular refusal; otherwise it is a bug of ours. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal'
  readonly code: string | undefined
  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/**
 * Makes a call that may safely be repeated. Throws `ProcessorUnavailable` when no answer came, the answer was not the
 * object asked for, or the key was refused; `StripeRefusal` for every other no. Neither carries the client's own error,
 * which holds the whole exchange.
 */
export async function reach<T extends { object: string }>(
  what: string,
  object: T['object'],
  call: () => Promise<T>,
): Promise<T> {
  let answer: T
  try {
    answer = await retryRateLimited(call)
  } catch (error) {
    if (error instanceof ProcessorBusy) throw error
    if (isRefusal(error)) throw new StripeRefusal(describe(what, error), error.code)
    throw new ProcessorUnavailable(describe(what, error))
  }
  // A proxy's JSON without an `error` field passes the client as if it were an object.
  if (answer?.object !== object) {
    throw new ProcessorUnavailable(`Stripe's answer to "${what}" is not a ${object}.`)
  }
  return answer
}

export type Reach = typeof reach

/**
 * `reach` within the budget: each try takes one call of it, and `ProcessorBusy` is thrown when the share has none left.
 * Work that is only worth something as a whole takes its first `together` calls at once.
 */
export function reachWithin(takeCalls: TakeCalls, share: CallShare, together: number): Reach {
  let taken = 0
  return (what, object, call) =>
    reach(what, object, async () => {
      if (taken === 0 && (await takeCalls(share, together))) taken = together
      if (taken === 0)
        throw new ProcessorBusy(`The budget of ${share} has no call left to ${what}.`)
      taken -= 1
      return call()
    })
}

const isRefusal = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeIdempotencyError ||
  error instanceof Stripe.errors.StripeCardError

/**
 * Whether Stripe returned the stored response to an earlier request under the same idempotency key. It shows the object as it
 * was then; what happened to it since is not in it.
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
      if (Number.isFinite(seconds) && seconds > 0)
        return Math.min(seconds * 1000, maxRateLimitWaitMs)
      return backoffMs(rateLimitWaitMs, attempt)
    },
  })

function rateLimitOf(outcome: Attempt<unknown>): Stripe.errors.StripeRateLimitError | null {
  const isRateLimit =
    'error' in outcome && outcome.error instanceof Stripe.errors.StripeRateLimitError
  return isRateLimit ? outcome.error : null
}

/** One line for a log: what was asked, what came back, where to look it up. Never a key, not even a masked one. */
export function describe(what: string, error: unknown): string {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return `Stripe could not be asked to ${what}: ${withoutKeys(String(error))}`
  }
  const status = error.statusCode === undefined ? 'no answer' : `HTTP ${error.statusCode}`
  const facts = [status, error.code, error.param, error.requestId].filter((fact) => fact)
  return `Stripe did not ${what} (${facts.join(', ')}): ${withoutKeys(error.message)}`
}

const withoutKeys = (text: string): string =>
  text.replaceAll(/\b(?:sk|rk|pk|whsec)_[\w*]+/g, '[key]').slice(0, 500)
