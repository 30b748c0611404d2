// What platforms and the continuing buyer do with a checkout session. Nothing here orders or charges.

import type { Caller } from '../base/caller.ts'
import type { BasketId } from '../base/ids/basket-id.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { hourMs } from '../base/time/day.ts'
import type { LineRefusal } from '../cart/cart.ts'
import type { CartFailure } from '../cart/failure.ts'
import { addAllToBasket, type PartForm, type Visitor } from '../cart/use-basket.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { clientOf } from './client.ts'
import type { UcpFailure } from './failure.ts'
import type { UcpDeps } from './ports.ts'
import {
  type ContentFailure,
  type DescribeRefusal,
  type PricedItemsRequest,
  priceAvailable,
  priceItems,
} from './price-items.ts'
import { type CheckoutSession, maxOpenSessions, sessionHours } from './session.ts'

type Request<F> = Omit<PricedItemsRequest<F>, 'expiresAt'>

/** Length of a session id in bytes. The id is the only protection of a session. */
const idBytes = 24
const isSessionId = (text: string): boolean =>
  /^[0-9a-f]+$/.test(text) && text.length === 2 * idBytes

/** Opens a session with the items that can be bought. `describe`: why another one cannot be. */
export const openSession = async <F extends { readonly kind: string }>(
  deps: UcpDeps,
  request: Request<F>,
  describe: DescribeRefusal<NoInfer<F>>,
): Promise<Result<CheckoutSession, ContentFailure<F> | UcpFailure>> => {
  const expiresAt = new Date(deps.clock.now().getTime() + sessionHours * hourMs)
  const content = await priceAvailable(deps, { ...request, expiresAt }, describe)
  if (!content.ok) return content
  const id = deps.ids.secretHex(idBytes)
  const session = { id, isCancelled: false, isHandedOver: false, expiresAt, ...content.value }
  const limit = maxOpenSessions
  const client = clientOf(deps, request.sender.address)
  const isWritten = await deps.checkoutSessions.insert(session, { client, limit })
  return isWritten ? ok(session) : fail({ kind: 'checkout_sessions_full' })
}

export async function readSession(
  { checkoutSessions }: Pick<UcpDeps, 'checkoutSessions'>,
  id: string,
): Promise<Result<CheckoutSession, UcpFailure>> {
  const session = isSessionId(id) ? await checkoutSessions.read(id) : null
  return session === null ? fail({ kind: 'checkout_session_not_found' }) : ok(session)
}

/** Reads a session that is not cancelled. */
export async function readOpenSession(
  deps: Pick<UcpDeps, 'checkoutSessions'>,
  id: string,
): Promise<Result<CheckoutSession, UcpFailure>> {
  const session = await readSession(deps, id)
  return session.ok && session.value.isCancelled
    ? fail({ kind: 'checkout_session_cancelled' })
    : session
}

/** Replaces items and country. A refused request leaves the session unchanged. */
export async function replaceContent<F extends { readonly kind: string }>(
  deps: UcpDeps,
  session: CheckoutSession,
  request: Request<F>,
): Promise<Result<CheckoutSession, ContentFailure<F> | UcpFailure>> {
  const { id, lines, expiresAt } = session
  const content = await priceItems(deps, { ...request, expiresAt }, lines)
  if (!content.ok) return content
  const isWritten = await deps.checkoutSessions.replace(id, content.value)
  return isWritten
    ? ok({ ...session, ...content.value })
    : fail({ kind: 'checkout_session_cancelled' })
}

export async function cancelSession(
  deps: Pick<UcpDeps, 'checkoutSessions'>,
  id: string,
): Promise<Result<CheckoutSession, UcpFailure>> {
  const session = await readOpenSession(deps, id)
  if (!session.ok) return session
  const isCancelled = await deps.checkoutSessions.cancel(id)
  return isCancelled
    ? ok({ ...session.value, isCancelled })
    : fail({ kind: 'checkout_session_cancelled' })
}

type Buyer = { readonly visitor: Visitor; readonly sender: Caller }

/**
 * Adds its parts to the visitor's basket. Returns the basket's id; null if the button was clicked twice and the parts
 * are already there.
 */
export async function handOver(
  deps: UcpDeps,
  session: CheckoutSession,
  buyer: Buyer,
): Promise<Result<BasketId | null, LineRefusal | CartFailure | LimitFailure | UcpFailure>> {
  const begun = await deps.checkoutSessions.beginHandOver(session.id)
  switch (begun) {
    case 'running':
      return fail({ kind: 'checkout_hand_over_running' })
    case 'repeated':
      return ok(null)
    case 'closed':
      return fail({ kind: 'checkout_session_cancelled' })
    case 'begun':
      return await addLines(deps, session, buyer)
  }
}

async function addLines(
  deps: UcpDeps,
  { id, lines, isHandedOver }: CheckoutSession,
  { visitor, sender }: Buyer,
): Promise<Result<BasketId, LineRefusal | CartFailure | LimitFailure>> {
  let isAdded = false
  try {
    const forms = lines.map((line): PartForm => {
      const { fields, quantity, file, isFromGallery, printCents } = line
      const form = new Map(Object.entries(fields))
      form.set('quantity', String(quantity)).set('expectedCents', String(printCents))
      if (isFromGallery) form.set('modelUrl', file.uri)
      return { fields: form, file: null, kept: isFromGallery ? null : file, sender }
    })
    const added = await addAllToBasket(deps, visitor, forms)
    isAdded = added.ok
    return added.ok ? ok(added.value.basketId) : added
  } finally {
    const outcome = { isAdded, isHandedOver: isAdded || isHandedOver }
    await deps.checkoutSessions
      .endHandOver(id, outcome)
      .catch((error: unknown) => deps.log.warn('ucp.hand_over_not_ended', { error }))
  }
}
