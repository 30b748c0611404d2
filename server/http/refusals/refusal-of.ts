// Maps every failure that REST responds to to its refusal: the combined tables of all areas.
import type { ErrorCode } from '../../domain/errors/catalog.ts'
import { errorCodeHeader } from '../../domain/errors/catalog.ts'
import { codeOfKind } from '../../domain/errors/code-of.ts'
import { codeHeader } from '../responses/error-code.ts'
import { accountRefusals } from './accounts.ts'
import { bodyRefusals } from './bodies.ts'
import { booksRefusals } from './books.ts'
import { carrierRefusals } from './carriers.ts'
import { cartRefusals } from './cart.ts'
import { changeRefusals } from './changes.ts'
import { codeOf } from './codes.ts'
import { disputeRefusals } from './disputes.ts'
import type { Failure } from './failure.ts'
import { farmRefusals } from './farm.ts'
import { fulfillmentRefusals } from './fulfillment.ts'
import { galleryRefusals } from './gallery.ts'
import { generationRefusals } from './generation.ts'
import { idempotencyRefusals } from './idempotency.ts'
import { imageRefusals } from './images.ts'
import { limitRefusals } from './limits.ts'
import { modelRefusals } from './models.ts'
import { operatorRefusals } from './operators.ts'
import { orderChangeRefusals } from './order-changes.ts'
import { orderRefusals } from './orders.ts'
import { paymentRefusals } from './payments.ts'
import { priceRefusals } from './pricing.ts'
import { printerRefusals } from './printers.ts'
import { purchaseRefusals } from './purchases.ts'
import { type Refusal, type Refusals, refusalFrom } from './refusal.ts'
import { slicingRefusals } from './slicing.ts'
import { spoolRefusals } from './spools.ts'
import { ticketRefusals } from './tickets.ts'
import { ucpRefusals } from './ucp.ts'
import { uploadRefusals } from './uploads.ts'

const table: Refusals<Failure> = {
  ...accountRefusals,
  ...bodyRefusals,
  ...booksRefusals,
  ...carrierRefusals,
  ...cartRefusals,
  /** Uses the sentence of the line's refusal. */
  cart_line_refused: ({ place, reason }) => {
    const { error, headers } = refusalOf(reason)
    return headers === undefined
      ? [422, `Item ${place}: ${error}`]
      : [503, `Item ${place}: ${error}`, { headers }]
  },
  ...changeRefusals,
  ...disputeRefusals,
  ...farmRefusals,
  ...fulfillmentRefusals,
  ...galleryRefusals,
  ...generationRefusals,
  ...idempotencyRefusals,
  ...imageRefusals,
  ...limitRefusals,
  ...modelRefusals,
  ...operatorRefusals,
  ...orderChangeRefusals,
  ...orderRefusals,
  ...paymentRefusals,
  ...priceRefusals,
  ...printerRefusals,
  ...purchaseRefusals,
  ...slicingRefusals,
  ...spoolRefusals,
  ...ticketRefusals,
  ...ucpRefusals,
  ...uploadRefusals,
}

export const refusalOf = (failure: Failure): Refusal => refusalFrom(table, failure)

/** The code of an import depends on its reason. */
type NamedByKind = Exclude<Failure['kind'], 'import_refused'>

const isNamedByKind = (kind: string): kind is NamedByKind =>
  Object.hasOwn(table, kind) && kind !== 'import_refused'

/** Failures whose sentence has no placeholders. */
export const constantRefusals: readonly {
  readonly code: ErrorCode
  readonly status: number
  readonly error: string
}[] = Object.entries(table).flatMap(([kind, row]) => {
  if (typeof row === 'function' || !isNamedByKind(kind)) return []
  const [status, error] = row
  return [{ code: codeOfKind(kind), status, error }]
})

/** Returns the sentence for users: the message if the error is a code. */
export function messageOf(failure: Failure): string {
  const { error, more } = refusalOf(failure)
  const message = more?.['message']
  return typeof message === 'string' ? message : error
}

/** Returns `{"error": ...}` with the contract's status and text. */
export function failureToResponse(failure: Failure): Response {
  const { status, error, more, headers } = refusalOf(failure)
  const code = codeHeader(codeOf(failure))
  return Response.json(
    { error, ...more },
    { status, headers: headers === undefined ? code : { ...headers, ...code } },
  )
}

/** Adds the error code and, if the refusal has one, the retry time to a page that shows the refusal. */
export function withRefusalHeaders(response: Response, failure: Failure): Response {
  const { status, headers } = refusalOf(failure)
  const seconds = headers?.['retry-after']
  if (seconds !== undefined) response.headers.set('retry-after', seconds)
  // Some pages show a refusal next to other content, or state that the page does not exist.
  if (response.status === status) response.headers.set(errorCodeHeader, codeOf(failure))
  return response
}

/** Returns a response in place of a picture. It is never cached. */
export function refusePicture(failure: Failure): Response {
  const response = failureToResponse(failure)
  response.headers.set('cache-control', 'no-store')
  return response
}
