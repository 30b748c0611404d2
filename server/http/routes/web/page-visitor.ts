// Who a page is for: whether there is an account, and how much is in the basket.
import { countBasketParts } from '../../../domain/cart/use-basket.ts'
import type { PageVisitor } from '../../../pages/base/visitor.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { visitorOf } from './basket-pages.ts'

export async function pageVisitor(http: HttpContext, request: Request): Promise<PageVisitor> {
  const visitor = await visitorOf(http, request)
  const basketParts = await countBasketParts(http.deps, visitor)
  return { isSignedIn: visitor.caller !== null, basketParts }
}
