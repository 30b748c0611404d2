// /ucp/continue/:id: the page on which a buyer sees what a platform's checkout would buy, and continues with it in the
// basket.
import type { BasketId } from '../../../domain/base/ids/basket-id.ts'
import { fail, ok, type Result } from '../../../domain/base/result.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import type { CheckoutSession } from '../../../domain/ucp/session.ts'
import { handOver, readOpenSession, readSession } from '../../../domain/ucp/use-session.ts'
import { withCountry } from '../../../pages/cart/with-country.ts'
import { continuePage } from '../../../pages/ucp/continue.tsx'
import { form } from '../../middleware/form.ts'
import { page } from '../../middleware/page.ts'
import { visitors } from '../../middleware/page-access.ts'
import { isOurs, shownVisitor } from '../../middleware/visitor.ts'
import type { Failure } from '../../refusals/failure.ts'
import { withRefusalHeaders } from '../../refusals/refusal-of.ts'
import { basketCookie } from '../../requests/basket-cookie.ts'
import { countryCookies } from '../../requests/country.ts'
import { seeOther } from '../../requests/forms.ts'
import { continuePath, titleOf } from './checkout-json.ts'

const path = '/ucp/continue/:id'

type HandedOver = { readonly basketId: BasketId | null; readonly country: string }

export const continuePages = [
  page({
    path,
    access: visitors,
    show: async function showContinue(http, { params: { id }, caller }) {
      const session = await readSession(http.deps, id)
      const visitor = await shownVisitor(http, caller)
      if (session.ok) return continuePage({ session: viewOf(session.value), visitor })
      return withRefusalHeaders(continuePage({ session: null, visitor }), session.failure)
    },
  }),
  form({
    path,
    access: visitors,
    fields: {},
    act: async function continueInBasket(
      http,
      { request, params: { id }, caller: visitor },
    ): Promise<Result<HandedOver, Failure>> {
      const session = await readOpenSession(http.deps, id)
      if (!session.ok) return session
      const { country } = session.value
      // A form on another site would replace the visitor's basket with a new one.
      if (!isOurs(http, request)) return ok({ basketId: null, country })
      const address = http.clientAddress(request)
      const slot = await consumeRateLimit(http.deps, 'basket-parts', address)
      if (!slot.ok) return slot
      const sender = visitor.caller ?? { kind: 'anonymous' as const, address }
      const handed = await handOver(http.deps, session.value, { visitor, sender })
      return handed.ok ? ok({ basketId: handed.value, country }) : fail(handed.failure)
    },
    done: ({ deps }, { caller: visitor }, { basketId, country }) => {
      const isNew = visitor.caller === null && basketId !== null
      const cookies = [
        ...(isNew ? [basketCookie(basketId, deps)] : []),
        ...countryCookies(country, deps),
      ]
      return seeOther(withCountry('/basket', country), cookies)
    },
    refuse: async (http, { params: { id }, caller }, { status, text }) => {
      const session = await readSession(http.deps, id)
      const visitor = await shownVisitor(http, caller)
      return session.ok
        ? continuePage({ session: viewOf(session.value), visitor, status, refusal: text })
        : continuePage({ session: null, visitor })
    },
  }),
]

const viewOf = (session: CheckoutSession) => ({
  ...session,
  action: continuePath(session.id),
  titles: session.lines.map(titleOf),
})
