// /orders/{code} and /orders/{code}/pay: pages for people, without a login. Nothing on them says who ordered.
import { Elysia } from 'elysia'
import { createMissLimit } from '../../domain/limits/miss-limit.ts'
import { openPayment, readPayState } from '../../domain/orders/pay-order.ts'
import { readOrderPage } from '../../domain/orders/read-order.ts'
import { listRefunds } from '../../domain/orders/refund-order.ts'
import { orderNotFoundPage } from '../../pages/not-found.tsx'
import { orderPage } from '../../pages/order.tsx'
import { payPage, payUnreachablePage } from '../../pages/pay.tsx'
import { tooManyCodesPage } from '../../pages/too-many.tsx'
import type { HttpContext } from '../context.ts'
import { seeOther } from '../forms.ts'
import { hostedPages } from '../hosted-pages.ts'

const detail = { hide: true }

type ClientAddress = (request: Request) => string

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
  const refusalPage = (request: Request, failure: { kind: string }, code: string) =>
    failure.kind === 'processor_unavailable' ? payUnreachablePage(code) : notFound(request)

  return new Elysia()
    .get(
      '/orders/:code',
      ({ params, query, request }) =>
        unlessGuessing(request, async () => {
          const returned = query.paid === '1'
          const order = await readOrderPage(deps, { code: params.code, returned })
          if (!order.ok) return notFound(request)
          const refunds = await listRefunds(deps, order.value)
          return orderPage(order.value, { returned, refunds })
        }),
      { detail },
    )
    .get(
      '/orders/:code/pay',
      ({ params, query, request }) =>
        unlessGuessing(request, async () => {
          const state = await readPayState(deps, params.code)
          if (!state.ok) return refusalPage(request, state.failure, params.code)
          return payPage(state.value, {
            formTargets: hostedPages(deps, state.value.order.checkoutUrl),
            noLink: query.link === 'none',
          })
        }),
      { detail },
    )
    .post(
      '/orders/:code/pay',
      ({ params, request }) =>
        unlessGuessing(request, async () => {
          const opened = await openPayment(deps, params.code)
          if (!opened.ok) return refusalPage(request, opened.failure, params.code)
          // Nothing to pay any more, or no link: the page says which.
          const payPath = `${new URL(request.url).pathname}?link=none`
          return seeOther(opened.value.url ?? payPath)
        }),
      { parse: 'none', detail },
    )
}
