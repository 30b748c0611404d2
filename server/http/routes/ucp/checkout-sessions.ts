// REST binding of the checkout of the Universal Commerce Protocol. Every checkout finishes on the website: this
// endpoint orders and charges nothing.
import * as v from 'valibot'
import { isObject } from '../../../domain/base/is-object.ts'
import { fail, ok, type Result } from '../../../domain/base/result.ts'
import type {
  ContentFailure,
  PricedItemsRequest,
  RequestedItem,
} from '../../../domain/ucp/price-items.ts'
import {
  type CheckoutSession,
  maxItemIdLength,
  maxSessionItems,
} from '../../../domain/ucp/session.ts'
import {
  cancelSession,
  openSession,
  readOpenSession,
  readSession,
  replaceContent,
} from '../../../domain/ucp/use-session.ts'
import type { HttpContext } from '../../middleware/context.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { parseShape } from '../../requests/body.ts'
import { checkoutJson, describeRefusal, errorJson, isPassing, problemsOf } from './checkout-json.ts'
import { readItem } from './read-item.ts'
import { type UcpInput, type UcpResponse, ucpRoute } from './ucp-route.ts'

/** Fields read from a checkout. Others, such as the buyer, are neither used nor stored. */
const requestShape = v.object({
  line_items: v.pipe(
    v.array(
      v.object({
        item: v.object({
          id: v.pipe(
            v.string(),
            v.maxLength(maxItemIdLength, `must have at most ${maxItemIdLength} characters`),
          ),
          quantity_unit: v.optional(
            v.object({ unit: v.string(), scale: v.optional(v.number(), 0) }),
          ),
        }),
        quantity: v.number(),
      }),
    ),
    v.minLength(1, `must have 1 to ${maxSessionItems} entries`),
    v.maxLength(maxSessionItems, `must have 1 to ${maxSessionItems} entries`),
  ),
  context: v.optional(v.object({ address_country: v.optional(v.string()) })),
})

/** Time limit for all downloads and measurements of a request, in milliseconds. */
const requestMs = 120_000

export const checkoutSessionRoutes = [
  ucpRoute({
    method: 'POST',
    path: '/checkout-sessions',
    limit: 'ucp-checkouts',
    act: async function createCheckout(http, input) {
      const { deps } = http
      const request = readRequest(http, input)
      if (!request.ok) return request
      const opened = await openSession(deps, request.value, describeRefusal)
      if (opened.ok) return sessionResponse(deps, opened.value, 201)
      const { failure } = opened
      if (!isOfContent(failure)) return fail(failure)
      const passing = passingOf(failure)
      if (passing !== null) return fail(passing)
      const json = errorJson(problemsOf(failure, 'unrecoverable'), deps)
      return ok({ status: 200, json, isUnchanged: true })
    },
  }),
  ucpRoute({
    method: 'GET',
    path: '/checkout-sessions/:id',
    act: async function getCheckout({ deps }, { params: { id } }) {
      return responseOf(deps, await readSession(deps, id))
    },
  }),
  ucpRoute({
    method: 'PUT',
    path: '/checkout-sessions/:id',
    limit: 'ucp-checkouts',
    act: async function updateCheckout(http, input) {
      const { deps } = http
      const session = await readOpenSession(deps, input.params.id)
      if (!session.ok) return responseOf(deps, session)
      const request = readRequest(http, input)
      if (!request.ok) return request
      const replaced = await replaceContent(deps, session.value, request.value)
      if (replaced.ok) return responseOf(deps, replaced)
      const { failure } = replaced
      if (!isOfContent(failure)) return responseOf(deps, fail(failure))
      const passing = passingOf(failure)
      if (passing !== null) return fail(passing)
      // The session is unchanged, and the message states why.
      const json = checkoutJson(session.value, deps.baseUrl, problemsOf(failure, 'recoverable'))
      return ok({ status: 200, json, isUnchanged: true })
    },
  }),
  ucpRoute({
    method: 'POST',
    path: '/checkout-sessions/:id/complete',
    act: async function completeCheckout({ deps }, { params: { id } }) {
      const response = responseOf(deps, await readOpenSession(deps, id))
      // Not stored: clients may resend the request under any number of keys.
      return response.ok ? ok({ ...response.value, isUnchanged: true }) : response
    },
  }),
  ucpRoute({
    method: 'POST',
    path: '/checkout-sessions/:id/cancel',
    act: async function cancelCheckout({ deps }, { params: { id } }) {
      return responseOf(deps, await cancelSession(deps, id))
    },
  }),
]

const sessionResponse = (
  { baseUrl }: Pick<HttpContext['deps'], 'baseUrl'>,
  session: CheckoutSession,
  status: 200 | 201,
): Result<UcpResponse, never> =>
  ok({ status, json: checkoutJson(session, baseUrl), endsAt: session.expiresAt })

function responseOf(
  { baseUrl }: HttpContext['deps'],
  session: Awaited<ReturnType<typeof readSession>> | Result<never, Failure>,
): Result<UcpResponse, Failure> {
  if (session.ok) return sessionResponse({ baseUrl }, session.value, 200)
  const { failure } = session
  if (failure.kind !== 'checkout_session_not_found') return fail(failure)
  // The protocol treats this as an outcome, not as a request error.
  const content = refusalOf(failure).error
  const message = { type: 'error', code: 'not_found', content, severity: 'unrecoverable' } as const
  return ok({ status: 200, json: errorJson([message], { baseUrl }), isUnchanged: true })
}

type OfContent = Extract<
  ContentFailure<Failure>,
  { kind: 'items_refused' } | { kind: 'country_not_served' }
>

const isOfContent = (failure: ContentFailure<Failure> | Failure): failure is OfContent =>
  failure.kind === 'items_refused' || failure.kind === 'country_not_served'

/** Returns the failure if it is temporary and the request may be resent, or null. */
const passingOf = (failure: OfContent): Failure | null =>
  failure.kind === 'items_refused'
    ? (failure.refusals.map((each) => each.failure).find(isPassing) ?? null)
    : null

function readRequest(
  { deps, keepOpen }: HttpContext,
  { request, address, body }: UcpInput<never>,
): Result<Omit<PricedItemsRequest<Failure>, 'expiresAt'>, Failure> {
  const read = parseShape(isObject(body) ? body : {}, requestShape)
  if (!read.ok) return read
  keepOpen?.(request)
  const reading = { deps, address, gone: request.signal, timeLimit: AbortSignal.timeout(requestMs) }
  const items = read.value.line_items.map(({ item, quantity }): RequestedItem<Failure> => {
    const { id: itemId, quantity_unit: unit } = item
    const isByPiece = unit === undefined || (unit.unit === pieces && unit.scale === 0)
    const part = readItem(itemId, reading)
    return isByPiece
      ? { itemId, quantity, ...part }
      : { itemId, quantity, fields: {}, source: refusedUnit }
  })
  const country = read.value.context?.address_country
  return ok({ items, country, sender: { kind: 'anonymous', address } })
}

/** UN/ECE Recommendation 20 code for "one". */
const pieces = 'C62'

const refusedUnit = {
  kind: 'refused',
  failure: { kind: 'checkout_unit_unknown' },
} as const
