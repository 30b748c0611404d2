// "Order again" on the order page: adds the lines to the basket and redirects to the checkout with the order's address.
import { ok } from '../../../domain/base/result.ts'
import { type LostLine, orderAgain } from '../../../domain/cart/order-again.ts'
import { findBasket } from '../../../domain/cart/use-basket.ts'
import { consumeRateLimit } from '../../../domain/limits/consume-rate-limit.ts'
import { countOf } from '../../../pages/base/figures.ts'
import { form } from '../../middleware/form.ts'
import { signedIn } from '../../middleware/page-access.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { seeOther } from '../../requests/forms.ts'
import { renderBasket } from './basket-pages.ts'

export const orderAgainForm = form({
  path: '/orders/:code/again',
  access: signedIn,
  fields: {},
  act: async function addLinesAgain(http, { request, caller, params: { code } }) {
    const slot = await consumeRateLimit(http.deps, 'basket-parts', http.clientAddress(request))
    if (!slot.ok) return slot
    const lost = await orderAgain(http.deps, caller, code)
    return lost.ok ? ok(lost.value) : lost
  },
  done: async (http, { request, caller, params: { code } }, lost) => {
    if (lost.length === 0) return seeOther(`/checkout?address=${code}`)
    const visitor = { caller, basketId: null }
    const basket = await findBasket(http.deps, visitor)
    return await renderBasket(http, { request, basket, visitor }, { notice: lostText(lost) })
  },
  refuse: async (http, { request, caller }, { failure }) => {
    const visitor = { caller, basketId: null }
    const basket = await findBasket(http.deps, visitor)
    return await renderBasket(
      http,
      { request, basket, visitor },
      failure === null ? {} : { failure },
    )
  },
})

/** Returns a sentence that lists the parts missing from the basket, each with its reason. */
function lostText(lost: readonly LostLine[]): string {
  const reasons = lost.map(({ fileName, reason }) => `${fileName}: ${reasonText(reason)}`)
  return `${countOf(lost.length, 'part')} of the order cannot be ordered again. ${reasons.join(' ')}`
}

const reasonText = (reason: LostLine['reason']): string =>
  reason === 'gone' ? 'its file is no longer stored. Upload it again.' : refusalOf(reason).error
