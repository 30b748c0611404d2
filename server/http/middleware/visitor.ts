// The visitor who sent a request: the account and the basket, and what the header of a page says about them.
import { countBasketParts, type Visitor } from '../../domain/cart/use-basket.ts'
import type { PageVisitor } from '../../pages/base/visitor.ts'
import { readBasketCookie } from '../requests/basket-cookie.ts'
import { isSameOrigin } from './authenticate.ts'
import type { HttpContext } from './context.ts'

/** A form sent by another site has neither an account nor a basket. */
export async function visitorOf(http: HttpContext, request: Request): Promise<Visitor> {
  return {
    caller: await http.authenticate(request, ['session']),
    basketId: isOurs(http, request) ? readBasketCookie(request, http.deps) : null,
  }
}

/** Whether no other site sent the request. */
export const isOurs = ({ deps }: HttpContext, request: Request): boolean =>
  isSameOrigin(request, new URL(deps.baseUrl).origin)

export const pageVisitor = async (http: HttpContext, request: Request): Promise<PageVisitor> =>
  await shownVisitor(http, await visitorOf(http, request))

/** For a route that already knows who the request is from. */
export async function shownVisitor({ deps }: HttpContext, visitor: Visitor): Promise<PageVisitor> {
  const basketParts = await countBasketParts(deps, visitor)
  return { isSignedIn: visitor.caller !== null, basketParts }
}
