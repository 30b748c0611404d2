// What a call can end with besides its result.

/** Base class of every error that this package throws, except for mistakes in arguments (TypeError). */
export class SvcError extends Error {
  override readonly name: string = 'SvcError'
}

/** The service refused the request; nothing was done. The message is the service's own sentence. */
export class RefusalError extends SvcError {
  override readonly name = 'RefusalError'
  /** The HTTP status. */
  readonly status: number
  /**
   * The stable name of the refusal, such as `rate_limited`. A code never changes its meaning, and new ones may come. null where a proxy
   * wrote the response.
   */
  readonly code: string | null
  /** Where the service explains the code: why it is sent, and what to do. null without a code. */
  readonly docUrl: string | null
  /** Whole seconds to wait before the request can succeed, where the service names them. */
  readonly retryAfterSeconds: number | null
  /** The id under which the service logged the request. */
  readonly requestId: string | null
  /** The whole body, as JSON where it is JSON, for refusals that say more than a sentence. */
  readonly body: unknown

  constructor(message: string, facts: RefusalFacts) {
    super(message)
    this.status = facts.status
    this.code = facts.code
    this.docUrl = facts.docUrl
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.requestId = facts.requestId
    this.body = facts.body
  }
}

export type RefusalFacts = Pick<
  RefusalError,
  'status' | 'code' | 'docUrl' | 'retryAfterSeconds' | 'requestId' | 'body'
>

/** The service could not be reached, or its response was lost. Nothing can have changed there: the request may be sent again. */
export class NetworkError extends SvcError {
  override readonly name = 'NetworkError'
}

/** `timeoutMs` passed first, of a call or of a wait. Nothing can have changed at the service: the request may be sent again. */
export class TimeoutError extends SvcError {
  override readonly name = 'TimeoutError'
}

/**
 * The request was sent and its response was lost, so what it makes (an order, a generation) may exist and be charged. The message says
 * what to do; `cause` is the last failure.
 */
export class OutcomeUnknownError extends SvcError {
  override readonly name = 'OutcomeUnknownError'
  /** To be given to the same call again; undefined where the endpoint takes none. Every submit and every generation has one. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, options: { idempotencyKey: string | undefined; cause: unknown }) {
    super(message, { cause: options.cause })
    this.idempotencyKey = options.idempotencyKey
  }
}

/** A generation ended without a model. The message is the reason; credits that it spent were given back. */
export class GenerationFailedError<Job> extends SvcError {
  override readonly name = 'GenerationFailedError'
  readonly job: Job

  constructor(message: string, job: Job) {
    super(message)
    this.job = job
  }
}
