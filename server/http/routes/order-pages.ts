// /orders/{code} and /orders/{code}/pay: pages for people, without a login. Nothing on them says who ordered.
import { Elysia } from 'elysia'
import { openPayment, readPayState } from '../../domain/orders/pay-order.ts'
import { readOrderPage } from '../../domain/orders/read-order.ts'
import { orderNotFoundPage } from '../../pages/not-found.tsx'
import { orderPage } from '../../pages/order.tsx'
import { payPage, payUnreachablePage } from '../../pages/pay.tsx'
import { payRefusedPage } from '../../pages/pay-refused.tsx'
import type { HttpContext } from '../context.ts'
import { seeOther } from '../forms.ts'
import { hostedPages } from '../hosted-pages.ts'

const detail = { hide: true }

/** `clientAddress`: pages that ask the card processor are limited by it. */
export const orderPages = ({ deps }: HttpContext, clientAddress: (request: Request) => string) =>
  new Elysia()
    .get(
      '/orders/:code',
      async ({ params, query, request }) => {
        const returned = query.paid === '1'
        const { code } = params
        const shown = await readOrderPage(deps, { code, returned, address: clientAddress(request) })
        if (!shown.ok) return refusalPage(shown.failure, code)
        const { order, look } = shown.value
        return orderPage(order, { returned, look })
      },
      { detail },
    )
    .get(
      '/orders/:code/pay',
      async ({ params: { code }, query, request }) => {
        const shown = await readPayState(deps, { code, address: clientAddress(request) })
        if (!shown.ok) return refusalPage(shown.failure, code)
        const { order, look } = shown.value
        return payPage(order, {
          look,
          formTargets: hostedPages(deps, order.checkoutUrl),
          noLink: query.link === 'none',
        })
      },
      { detail },
    )
    .post(
      '/orders/:code/pay',
      async ({ params: { code }, request }) => {
        const opened = await openPayment(deps, { code, address: clientAddress(request) })
        if (!opened.ok) return refusalPage(opened.failure, code)
        // Nothing to pay any more, or no link: the page says which.
        const payPath = `${new URL(request.url).pathname}?link=none`
        return seeOther(opened.value.url ?? payPath)
      },
      { parse: 'none', detail },
    )

type Refusal = { readonly kind: string; readonly retryAfterSeconds?: number }

function refusalPage({ kind, retryAfterSeconds = 5 }: Refusal, code: string): Promise<Response> {
  switch (kind) {
    case 'processor_unavailable':
      return payUnreachablePage(code)
    case 'rate_limited':
      return payRefusedPage(code, { reason: 'too_many', retryAfterSeconds })
    case 'processor_busy':
    case 'limiter_unavailable':
      return payRefusedPage(code, { reason: 'busy', retryAfterSeconds })
    default:
      return orderNotFoundPage()
  }
}
