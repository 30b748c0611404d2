// /orders/{code} and /orders/{code}/pay: public pages without a login. They never show who placed the order.

import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import { isDue, payabilityOf } from '../../../domain/orders/charge/payable.ts'
import { isByDeadline, isByNewCheckout } from '../../../domain/orders/history/change.ts'
import { readOrderPage } from '../../../domain/orders/read/read-order.ts'
import { isErased } from '../../../domain/orders/record/order.ts'
import { listLines } from '../../../domain/orders/record/order-lines.ts'
import { openPayment, readPayState } from '../../../domain/orders/settle/pay-order.ts'
import { readConversation } from '../../../domain/tickets/conversation.ts'
import type { PageLanguage } from '../../../pages/base/page-language.tsx'
import { orderPage } from '../../../pages/orders/order.tsx'
import { payPage, payUnreachablePage } from '../../../pages/orders/pay.tsx'
import { payRefusedPage } from '../../../pages/orders/pay-refused.tsx'
import { sheetLinesOf } from '../../../pages/orders/sheet-lines.ts'
import { readLiveOrder } from '../../live-pages/order-view.ts'
import type { CodeGuesses } from '../../middleware/code-guesses.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page, post } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { pageVisitor, shownVisitor, visitorOf } from '../../middleware/visitor.ts'
import { seeOther } from '../../requests/forms.ts'
import { inLanguage } from '../../requests/language.ts'
import { pathOf } from '../../requests/paths.ts'
import { hostedPages } from '../../responses/hosted-pages.ts'

export type OrderPagesContext = HttpContext & {
  /** Limits wrong codes on the pages, per client address. */
  readonly pageGuesses: CodeGuesses
  /**
   * Counts wrong codes on the payment page separately, so that guesses from a shared network do not block payments from
   * it.
   */
  readonly paymentGuesses: CodeGuesses
}

export const orderPages = [
  page({ path: '/orders/:code', access: everyone, show: showOrder }),
  page({ path: '/orders/:code/pay', access: everyone, show: showPayment }),
  post({ path: '/orders/:code/pay', access: everyone, respond: startPayment }),
]

/** Input without a caller: wrong codes are counted before the caller is identified. */
type OfOrder = Input<null, 'code'>

function showOrder(
  http: OrderPagesContext,
  { request, params: { code }, query }: OfOrder,
): Promise<Response> {
  const { deps, clientAddress, pageGuesses } = http
  return pageGuesses.unlessGuessing(request, code, async () => {
    const returned = query['paid'] === '1'
    const read = await readOrderPage(deps, { code, returned, address: clientAddress(request) })
    if (!read.ok) {
      const { failure } = read
      return await refusePage(http, { request, code, failure, guesses: pageGuesses })
    }
    await pageGuesses.remember(request, code)
    const { order, lookup } = read.value
    const visitor = await visitorOf(http, request)
    const { caller } = visitor
    const [view, lines, jobs, header] = await Promise.all([
      readLiveOrder(deps, { order, returned }),
      listLines(deps, order),
      deps.printJobs.listByOrder(order.id),
      shownVisitor(http, visitor),
    ])
    const isOwner = caller?.accountId === order.accountId
    const conversation = isOwner ? await readConversation(deps, order) : null
    return await inLanguage(request, deps, (language) =>
      orderPage({
        ...view,
        language,
        lookup,
        visitor: header,
        lines: sheetLinesOf(lines, { isOwner, jobs }),
        mayOrderAgain: isOwner && !isDue(order) && !isErased(order),
        conversation,
        email: caller?.email ?? '',
        messageId: deps.ids.uuid(),
      }),
    )
  })
}

function showPayment(
  http: OrderPagesContext,
  { request, params: { code }, query }: OfOrder,
): Promise<Response> {
  const { deps, clientAddress, paymentGuesses } = http
  return paymentGuesses.unlessGuessing(request, code, async () => {
    const read = await readPayState(deps, { code, address: clientAddress(request) })
    if (!read.ok) {
      const { failure } = read
      return await refusePage(http, { request, code, failure, guesses: paymentGuesses })
    }
    await paymentGuesses.remember(request, code)
    const { order, lookup } = read.value
    const isClosedUnpaid = payabilityOf(order) === 'closed'
    const changes = isClosedUnpaid ? await deps.orders.history(order.id) : []
    const jobs = await deps.printJobs.listByOrder(order.id)
    const lines = sheetLinesOf(await listLines(deps, order), { isOwner: false, jobs })
    const visitor = await pageVisitor(http, request)
    return await inLanguage(request, deps, (language) =>
      payPage(order, {
        language,
        lookup,
        formTargets: hostedPages(deps, order.checkout?.url ?? null),
        noLink: query['link'] === 'none',
        isOverdue: changes.some(isByDeadline),
        isReplaced: changes.some(isByNewCheckout),
        lines,
        visitor,
      }),
    )
  })
}

function startPayment(
  http: OrderPagesContext,
  { request, params: { code } }: OfOrder,
): Promise<Response> {
  const { deps, authenticate, clientAddress, paymentGuesses } = http
  return paymentGuesses.unlessGuessing(request, code, async () => {
    const caller = await authenticate(request, ['session'])
    const opened = await openPayment(deps, {
      code,
      address: clientAddress(request),
      accountId: caller?.accountId ?? null,
    })
    if (!opened.ok) {
      const { failure } = opened
      return await refusePage(http, { request, code, failure, guesses: paymentGuesses })
    }
    await paymentGuesses.remember(request, code)
    // The order is paid or has no link. The page states which.
    return seeOther(opened.value.url ?? `${pathOf(request.url)}?link=none`)
  })
}

type RefusedPage = {
  readonly request: Request
  readonly code: string
  readonly failure: { readonly kind: string; readonly retryAfterSeconds?: number }
  /** Counts a wrong code. */
  readonly guesses: CodeGuesses
}

async function refusePage(
  { deps }: OrderPagesContext,
  { request, code, failure, guesses }: RefusedPage,
): Promise<Response> {
  const { kind, retryAfterSeconds = retryHintSeconds.busy } = failure
  const respond = (show: (language: PageLanguage) => Response) => inLanguage(request, deps, show)
  switch (kind) {
    case 'processor_unavailable':
      return await respond((language) =>
        payUnreachablePage(code, { language, reason: 'unreachable' }),
      )
    case 'processor_refused':
      return await respond((language) => payUnreachablePage(code, { language, reason: 'refused' }))
    case 'rate_limited':
      return await respond((language) =>
        payRefusedPage(code, { language, reason: 'tooMany', retryAfterSeconds }),
      )
    case 'processor_busy':
    case 'limiter_unavailable':
      return await respond((language) =>
        payRefusedPage(code, { language, reason: 'busy', retryAfterSeconds }),
      )
    default:
      return await guesses.notFound(request)
  }
}
