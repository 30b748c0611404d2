// /orders/{code} and /orders/{code}/pay: pages for people, without a login. Nothing on them says who ordered.
import { Elysia } from 'elysia'
import { openPayment, readPayState } from '../../../domain/orders/pay-order.ts'
import { readOrderPage } from '../../../domain/orders/read-order.ts'
import { listRefunds } from '../../../domain/orders/refund-order.ts'
import { orderPage } from '../../../pages/orders/order.tsx'
import { payPage, payUnreachablePage } from '../../../pages/orders/pay.tsx'
import { payRefusedPage } from '../../../pages/orders/pay-refused.tsx'
import { limitCodeGuesses } from '../../middleware/code-guesses.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { seeOther } from '../../requests/forms.ts'
import { hostedPages } from '../../responses/hosted-pages.ts'

const detail = { hide: true }

type ClientAddress = (request: Request) => string
type Refusal = { readonly kind: string; readonly retryAfterSeconds?: number }

/** `clientAddress`: codes that do not exist, and pages that ask the card processor, are limited by it. */
export const orderPages = ({ deps }: HttpContext, clientAddress: ClientAddress) => {
  const pages = limitCodeGuesses(deps, 'order-code-misses', clientAddress)
  // Counted apart, so that wrong codes tried on the pages of a shared network do not keep its payers from paying.
  const payments = limitCodeGuesses(deps, 'payment-code-misses', clientAddress)
  const refusalPage = (
    { kind, retryAfterSeconds = 5 }: Refusal,
    code: string,
    notFound: () => Promise<Response>,
  ): Promise<Response> => {
    switch (kind) {
      case 'processor_unavailable':
        return payUnreachablePage(code)
      case 'rate_limited':
        return payRefusedPage(code, { reason: 'too_many', retryAfterSeconds })
      case 'processor_busy':
      case 'limiter_unavailable':
        return payRefusedPage(code, { reason: 'busy', retryAfterSeconds })
      default:
        return notFound()
    }
  }

  return new Elysia()
    .get(
      '/orders/:code',
      ({ params: { code }, query, request }) =>
        pages.unlessGuessing(request, async () => {
          const returned = query.paid === '1'
          const address = clientAddress(request)
          const shown = await readOrderPage(deps, { code, returned, address })
          if (!shown.ok) return refusalPage(shown.failure, code, () => pages.notFound(request))
          const { order, review } = shown.value
          return orderPage(order, { returned, review, refunds: await listRefunds(deps, order) })
        }),
      { detail },
    )
    .get(
      '/orders/:code/pay',
      ({ params: { code }, query, request }) =>
        pages.unlessGuessing(request, async () => {
          const shown = await readPayState(deps, { code, address: clientAddress(request) })
          if (!shown.ok) return refusalPage(shown.failure, code, () => pages.notFound(request))
          const { order, review } = shown.value
          return payPage(order, {
            review,
            formTargets: hostedPages(deps, order.checkoutUrl),
            noLink: query.link === 'none',
          })
        }),
      { detail },
    )
    .post(
      '/orders/:code/pay',
      ({ params: { code }, request }) =>
        payments.unlessGuessing(request, async () => {
          const opened = await openPayment(deps, { code, address: clientAddress(request) })
          if (!opened.ok) return refusalPage(opened.failure, code, () => payments.notFound(request))
          // Nothing to pay any more, or no link: the page says which.
          const payPath = `${new URL(request.url).pathname}?link=none`
          return seeOther(opened.value.url ?? payPath)
        }),
      { parse: 'none', detail },
    )
}
