// Stripe's error envelope. An ApiError rolls back what its request did. A response with an error status (a decline) keeps it.

export type ErrorBody = {
  readonly type:
    | 'api_error'
    | 'card_error'
    | 'idempotency_error'
    | 'invalid_request_error'
    | 'rate_limit_error'
  readonly message: string
  readonly code?: string
  readonly param?: string
  readonly decline_code?: string
  readonly doc_url?: string
  readonly charge?: string
  readonly payment_intent?: unknown
  readonly setup_intent?: unknown
  readonly payment_method?: unknown
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly body: ErrorBody
  /** False when the request was rejected before anything ran, so that the idempotency layer stores no response. */
  readonly executed: boolean
  constructor(status: number, body: ErrorBody, executed = true) {
    super(body.message)
    this.status = status
    this.body = withDocUrl(body)
    this.executed = executed
  }
}

export const withDocUrl = (body: ErrorBody): ErrorBody =>
  body.code === undefined
    ? body
    : { ...body, doc_url: `https://docs.stripe.com/error-codes/${body.code.replaceAll('_', '-')}` }

/** Returns the error for invalid parameters, before the endpoint runs. */
export const invalidParameter = (code: string, param: string, message: string): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', code, param, message }, false)

/** Returns the error for a well-formed request that is impossible in the stored state. */
export const invalidRequest = (message: string, facts: { code?: string; param?: string } = {}) =>
  new ApiError(400, { type: 'invalid_request_error', message, ...facts })

/** Returns a 404 for the object in the path, or a 400 for an object that a parameter names. */
export const toMissing = (what: string, id: string, param = 'id'): ApiError =>
  new ApiError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}: '${id}'`,
  })
