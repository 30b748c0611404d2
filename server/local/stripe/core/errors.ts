// Stripe's error envelope. An ApiError rolls back what its request did; a response with an error status (a decline) keeps it.

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
  /** false = refused before anything ran, so the idempotency layer stores no response. */
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

/** The parameters are invalid: refused before the endpoint ran. */
export const invalidParameter = (code: string, param: string, message: string): ApiError =>
  new ApiError(400, { type: 'invalid_request_error', code, param, message }, false)

/** Well-formed, but not possible with what is stored. */
export const invalidRequest = (message: string, facts: { code?: string; param?: string } = {}) =>
  new ApiError(400, { type: 'invalid_request_error', message, ...facts })

/** 404 for the object in the path, 400 for one that a parameter names. */
export const missing = (what: string, id: string, param = 'id'): ApiError =>
  new ApiError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}: '${id}'`,
  })
