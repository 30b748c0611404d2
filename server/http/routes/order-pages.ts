// /orders/{code} and /orders/{code}/pay: pages for people, without a login. Nothing on them says who ordered.
import { Elysia } from 'elysia'
import { openPayment, readPayState } from '../../domain/orders/pay-order.ts'
import { readOrderPage } from '../../domain/orders/read-order.ts'
import { listRefunds } from '../../domain/orders/refund-order.ts'
import { orderNotFoundPage } from '../../pages/not-found.tsx'
import { orderPage } from '../../pages/order.tsx'
import { payPage, payUnreachablePage } from '../../pages/pay.tsx'
import type { HttpContext } from '../context.ts'
import { seeOther } from '../forms.ts'
import { hostedPages } from '../hosted-pages.ts'

const detail = { hide: true }

export const orderPages = ({ deps }: HttpContext) =>
  new Elysia()
    .get(
      '/orders/:code',
      async ({ params, query }) => {
        const returned = query.paid === '1'
        const order = await readOrderPage(deps, { code: params.code, returned })
        if (!order.ok) return orderNotFoundPage()
        const refunds = await listRefunds(deps, order.value)
        return orderPage(order.value, { returned, refunds })
      },
      { detail },
    )
    .get(
      '/orders/:code/pay',
      async ({ params, query }) => {
        const state = await readPayState(deps, params.code)
        if (!state.ok) return refusalPage(state.failure, params.code)
        return payPage(state.value, {
          formTargets: hostedPages(deps, state.value.order.checkoutUrl),
          noLink: query.link === 'none',
        })
      },
      { detail },
    )
    .post(
      '/orders/:code/pay',
      async ({ params, request }) => {
        const opened = await openPayment(deps, params.code)
        if (!opened.ok) return refusalPage(opened.failure, params.code)
        // Nothing to pay any more, or no link: the page says which.
        const payPath = `${new URL(request.url).pathname}?link=none`
        return seeOther(opened.value.url ?? payPath)
      },
      { parse: 'none', detail },
    )

function refusalPage(failure: { kind: string }, code: string): Promise<Response> {
  return failure.kind === 'processor_unavailable' ? payUnreachablePage(code) : orderNotFoundPage()
}
