// The visitor who sent a request: account and basket, and the page header's data about them.
import { countBasketParts, type Visitor } from '../../domain/cart/use-basket.ts'
import type { PageVisitor } from '../../pages/base/visitor.ts'
import { readBasketCookie } from '../requests/basket-cookie.ts'
import { isSameOrigin } from './authenticate.ts'
import type { HttpContext } from './context.ts'

/** Returns the visitor. A form sent from another site has neither an account nor a basket. */
export async function visitorOf(http: HttpContext, request: Request): Promise<Visitor> {
  return {
    caller: await http.authenticate(request, ['session']),
    basketId: isOurs(http, request) ? readBasketCookie(request, http.deps) : null,
  }
}

/** Whether the request did not come from another site. */
export const isOurs = ({ deps }: HttpContext, request: Request): boolean =>
  isSameOrigin(request, new URL(deps.baseUrl).origin)

export const pageVisitor = async (http: HttpContext, request: Request): Promise<PageVisitor> =>
  await shownVisitor(http, await visitorOf(http, request))

/** Returns the visitor as pages show it, for a route that has already identified the caller. */
export async function shownVisitor({ deps }: HttpContext, visitor: Visitor): Promise<PageVisitor> {
  const basketParts = await countBasketParts(deps, visitor)
  return { isSignedIn: visitor.caller !== null, basketParts }
}
