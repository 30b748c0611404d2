// /orders/{code} and /orders/{code}/pay: pages for people, without a login. Nothing on them says who ordered.
import { Elysia } from 'elysia'
import { createMissLimit } from '../../domain/limits/miss-limit.ts'
import { openPayment, readPayState } from '../../domain/orders/pay-order.ts'
import { readOrderPage } from '../../domain/orders/read-order.ts'
import { listRefunds } from '../../domain/orders/refund-order.ts'
import { orderNotFoundPage } from '../../pages/not-found.tsx'
import { orderPage } from '../../pages/order.tsx'
import { payPage, payUnreachablePage } from '../../pages/pay.tsx'
import { payRefusedPage } from '../../pages/pay-refused.tsx'
import { tooManyCodesPage } from '../../pages/too-many.tsx'
import type { HttpContext } from '../context.ts'
import { seeOther } from '../forms.ts'
import { hostedPages } from '../hosted-pages.ts'

const detail = { hide: true }

type ClientAddress = (request: Request) => string
type Refusal = { readonly kind: string; readonly retryAfterSeconds?: number }

/** `clientAddress`: codes that do not exist, and pages that ask the card processor, are limited by it. */
export const orderPages = ({ deps }: HttpContext, clientAddress: ClientAddress) => {
  const misses = createMissLimit(deps, 'order-code-misses')
  /** Runs a page unless its visitor tried too many codes that do not exist. */
  const unlessGuessing = async (request: Request, run: () => Promise<Response>) => {
    const refusal = misses.refusal(clientAddress(request))
    return refusal === null ? run() : tooManyCodesPage(refusal)
  }
  const notFound = async (request: Request): Promise<Response> => {
    const counted = await misses.miss(clientAddress(request))
    return counted.ok ? orderNotFoundPage() : tooManyCodesPage(counted.failure)
  }
  const refusalPage = (
    request: Request,
    { kind, retryAfterSeconds = 5 }: Refusal,
    code: string,
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
        return notFound(request)
    }
  }

  return new Elysia()
    .get(
      '/orders/:code',
      ({ params: { code }, query, request }) =>
        unlessGuessing(request, async () => {
          const returned = query.paid === '1'
          const address = clientAddress(request)
          const shown = await readOrderPage(deps, { code, returned, address })
          if (!shown.ok) return refusalPage(request, shown.failure, code)
          const { order, look } = shown.value
          return orderPage(order, { returned, look, refunds: await listRefunds(deps, order) })
        }),
      { detail },
    )
    .get(
      '/orders/:code/pay',
      ({ params: { code }, query, request }) =>
        unlessGuessing(request, async () => {
          const shown = await readPayState(deps, { code, address: clientAddress(request) })
          if (!shown.ok) return refusalPage(request, shown.failure, code)
          const { order, look } = shown.value
          return payPage(order, {
            look,
            formTargets: hostedPages(deps, order.checkoutUrl),
            noLink: query.link === 'none',
          })
        }),
      { detail },
    )
    .post(
      '/orders/:code/pay',
      ({ params: { code }, request }) =>
        unlessGuessing(request, async () => {
          const opened = await openPayment(deps, { code, address: clientAddress(request) })
          if (!opened.ok) return refusalPage(request, opened.failure, code)
          // Nothing to pay any more, or no link: the page says which.
          const payPath = `${new URL(request.url).pathname}?link=none`
          return seeOther(opened.value.url ?? payPath)
        }),
      { parse: 'none', detail },
    )
}
