// Errors of calls.

/** Base class of every error that this package throws, except for invalid arguments (TypeError). */
export class SvcError extends Error {
  override readonly name: string = 'SvcError'
}

/** The service refused the request, and nothing was done. The message is the service's sentence. */
export class RefusalError extends SvcError {
  override readonly name = 'RefusalError'
  /** HTTP status. */
  readonly status: number
  /**
   * Stable name of the refusal, such as `rate_limited`. The meaning of a code never changes, and new codes may be
   * added. null if a proxy sent the response.
   */
  readonly code: string | null
  /** Documentation of the code: why it is sent, and what to do. null without a code. */
  readonly docUrl: string | null
  /** Whole seconds until the request can succeed, if the service states them. */
  readonly retryAfterSeconds: number | null
  /**
   * Name of the rate limit that the request counts against, such as `print-upload`, from `RateLimit-Policy`. With the
   * code `rate_limited`, it is the limit that is used up. null if the response names none.
   */
  readonly limit: string | null
  /** Id under which the service logged the request. */
  readonly requestId: string | null
  /** Complete body, parsed if it is JSON, for refusals that contain more than a sentence. */
  readonly body: unknown

  constructor(message: string, facts: RefusalFacts) {
    super(message)
    this.status = facts.status
    this.code = facts.code
    this.docUrl = facts.docUrl
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.limit = facts.limit
    this.requestId = facts.requestId
    this.body = facts.body
  }
}

export type RefusalFacts = Pick<
  RefusalError,
  'status' | 'code' | 'docUrl' | 'retryAfterSeconds' | 'limit' | 'requestId' | 'body'
>

/**
 * The service could not be reached, or its response was lost. Nothing can have changed there, so the request may be
 * repeated.
 */
export class NetworkError extends SvcError {
  override readonly name = 'NetworkError'
}

/**
 * `timeoutMs` of a call or a wait has expired. Nothing can have changed at the service, so the request may be repeated.
 */
export class TimeoutError extends SvcError {
  override readonly name = 'TimeoutError'
}

/**
 * The request was sent, but its response was lost, so its result (an order, a generation) may exist and be charged. The
 * message says what to do. `cause` is the last failure.
 */
export class OutcomeUnknownError extends SvcError {
  override readonly name = 'OutcomeUnknownError'
  /**
   * Pass it to the same call again. undefined if the endpoint takes none. Every submit and every generation has one.
   */
  readonly idempotencyKey: string | undefined

  constructor(message: string, options: { idempotencyKey: string | undefined; cause: unknown }) {
    super(message, { cause: options.cause })
    this.idempotencyKey = options.idempotencyKey
  }
}

/** A generation ended without a model. The message is the reason. Its credits were refunded. */
export class GenerationFailedError<Job> extends SvcError {
  override readonly name = 'GenerationFailedError'
  readonly job: Job

  constructor(message: string, job: Job) {
    super(message)
    this.job = job
  }
}
