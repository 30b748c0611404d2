// Resources of an order page: its event stream, the pictures of its parts, and the receipt.

import { readInvoice } from '../../../domain/billing/read-documents.ts'
import { taxIn } from '../../../domain/billing/tax.ts'
import { findOrder } from '../../../domain/orders/find-order.ts'
import { addressLines } from '../../../domain/orders/record/address-lines.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { listLines } from '../../../domain/orders/record/order-lines.ts'
import { orderPagePath, orderPageUrl } from '../../../domain/orders/record/page-urls.ts'
import { lineOfPicture, readPartPicture } from '../../../domain/orders/record/part-picture.ts'
import { isPaid } from '../../../domain/orders/record/payment.ts'
import { orderNotFoundPage } from '../../../pages/base/not-found.tsx'
import { languageParameter } from '../../../pages/base/page-language.tsx'
import type { PageVisitor } from '../../../pages/base/visitor.ts'
import { defaultLanguage, isLanguage } from '../../../pages/languages/languages.ts'
import { receiptPage, type ShownTax } from '../../../pages/orders/receipt.tsx'
import { sheetLinesOf } from '../../../pages/orders/sheet-lines.ts'
import type { LiveHub } from '../../live/live-hub.ts'
import { openStream } from '../../live/open-stream.ts'
import { orderTopic } from '../../live-pages/order-live.ts'
import { readLiveOrder } from '../../live-pages/order-view.ts'
import { admitDrawing } from '../../middleware/admit-drawing.ts'
import type { HttpDeps } from '../../middleware/deps.ts'
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { shownVisitor, visitorOf } from '../../middleware/visitor.ts'
import { refusePicture } from '../../refusals/refusal-of.ts'
import { seeOther } from '../../requests/forms.ts'
import { privateForADay, sendDrawnPicture } from '../../responses/picture.ts'
import { maySee, renderDocument } from './document-pages.ts'
import type { OrderPagesContext } from './order-pages.ts'

export type OrderLiveContext = OrderPagesContext & {
  readonly orderLive: LiveHub
}

export const orderFiles = [
  page({ path: '/orders/:code/live', access: everyone, show: openOrderStream }),
  page({ path: '/orders/:code/pictures/:name', access: everyone, show: sendPicture }),
  page({ path: '/orders/:code/receipt', access: everyone, show: showReceipt }),
]

type OfOrder = Pick<Input<null, 'code'>, 'request' | 'params' | 'query'>

/** Runs `run` with the order. Counts a wrong code and sends the same page for every wrong code. */
function withOrder(
  { deps, pageGuesses }: OrderPagesContext,
  { request, params: { code } }: OfOrder,
  run: (order: Order) => Promise<Response>,
): Promise<Response> {
  return pageGuesses.unlessGuessing(request, code, async () => {
    const order = await findOrder(deps, code)
    if (order === null) return await pageGuesses.notFound(request)
    await pageGuesses.remember(request, code)
    return await run(order)
  })
}

/** Opens the stream in the language of the page that asks for it, which is in the stream's address unless English. */
function openOrderStream(http: OrderLiveContext, received: OfOrder): Promise<Response> {
  const { request, query } = received
  return withOrder(http, received, async ({ code }) => {
    const chosen = query[languageParameter] ?? ''
    const language = isLanguage(chosen) ? chosen : defaultLanguage
    const topic = orderTopic({ code, returned: query['paid'] === '1', language })
    return openStream(http.orderLive, http, { request, topic })
  })
}

function sendPicture(
  http: OrderPagesContext,
  received: Input<null, 'code' | 'name'>,
): Promise<Response> {
  const { deps } = http
  return withOrder(http, received, async (order) => {
    const line = lineOfPicture(await listLines(deps, order), received.params.name)
    if (line === undefined) return orderNotFoundPage()
    http.keepOpen?.(received.request)
    const picture = await readPartPicture(deps, line, admitDrawing(http, received.request))
    if (!picture.ok) return refusePicture(picture.failure)
    // Parts of an order never change.
    return sendDrawnPicture(picture.value, privateForADay)
  })
}

/**
 * Shows the issued invoice to callers who may see its address, and the receipt to all others. An unpaid order has
 * neither, so its page is shown.
 */
function showReceipt(http: OrderLiveContext, received: OfOrder): Promise<Response> {
  const { deps } = http
  return withOrder(http, received, async (order) => {
    if (!isPaid(order)) return seeOther(orderPagePath(order.code))
    const issued = await readInvoice(deps, order)
    if (issued !== null && (await maySee(http, received.request, order))) {
      return await renderDocument(http, received.request, issued.invoice)
    }
    const visitor = await visitorOf(http, received.request)
    const isOwner = visitor.caller?.accountId === order.accountId
    return await receiptOf(deps, order, { visitor: await shownVisitor(http, visitor), isOwner })
  })
}

/** Returns the receipt. `isOwner` includes the address and file names. */
export async function receiptOf(
  deps: HttpDeps,
  order: Order,
  { visitor, isOwner }: { readonly visitor: PageVisitor; readonly isOwner: boolean },
): Promise<Response> {
  const [lines, jobs, { refunds, timeline }] = await Promise.all([
    listLines(deps, order),
    deps.printJobs.listByOrder(order.id),
    readLiveOrder(deps, { order, returned: false }),
  ])
  const paid = timeline.find((entry) => entry.kind === 'status' && entry.status === 'RECEIVED')
  return receiptPage({
    order,
    visitor,
    lines: sheetLinesOf(lines, { isOwner, jobs }),
    refunds,
    address: isOwner ? addressLines(order) : null,
    tax: isOwner ? taxOf(deps, order) : null,
    paidAt: paid?.at ?? null,
    seller: deps.billing.documentSeller,
    baseUrl: deps.baseUrl,
    orderUrl: orderPageUrl(order.code, deps.baseUrl),
  })
}

/**
 * Returns the tax as the invoice will state it. Only the owner sees the tax and the address, because the rate reveals
 * the country.
 */
const taxOf = ({ billing }: Pick<HttpDeps, 'billing'>, { price, address }: Order): ShownTax => {
  const rate = billing.taxRates.get(address.country)
  return taxIn(price.totalCents, rate ?? null) ?? 'none_shown'
}
