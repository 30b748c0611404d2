// /account/orders and /account/generations: all of them, page by page, with the filter and the page in the address; and the orders as
// a CSV.
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { singleLine } from '../../../domain/base/text.ts'
import { dayOf } from '../../../domain/desk/throughput-range.ts'
import { listGenerationsPage } from '../../../domain/generation/list-generations.ts'
import {
  isOrderGroup,
  listOrdersPage,
  type OwnOrdersFilter,
  streamOwnOrders,
} from '../../../domain/orders/read/own-orders.ts'
import { generationsPage } from '../../../pages/account/generations-page.tsx'
import { ordersPage } from '../../../pages/account/orders-page.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import { seeOther } from '../../requests/forms.ts'
import { csvResponse } from '../../responses/csv.ts'
import { withProblem } from './account-view.ts'
import { signInFor } from './next-page.ts'
import { ownOrderColumns } from './own-orders-csv.ts'

export const accountListPages = [
  page('GET', '/account/orders', showOrders),
  page('GET', '/account/orders.csv', exportOrders),
  page('GET', '/account/generations', showGenerations),
]

type Query = Readonly<Record<string, string | undefined>>

const maxText = 100

/** An unknown group shows all orders. */
function filterOf(query: Query): OwnOrdersFilter {
  const group = query['state'] ?? ''
  const text = singleLine(query['q'] ?? '').trim()
  return { group: isOrderGroup(group) ? group : 'all', text: [...text].slice(0, maxText).join('') }
}

const pageOf = (query: Query): number => {
  const sent = /^\d{1,6}$/.test(query['page'] ?? '') ? Number(query['page']) : 1
  return Math.max(1, sent)
}

function showOrders(http: HttpContext, received: Received): Promise<Response> {
  const { request, query } = received
  return forOwner(http, received, async (caller) =>
    ordersPage(
      await listOrdersPage(http.deps, caller, { filter: filterOf(query), page: pageOf(query) }),
      await pageVisitor(http, request),
    ),
  )
}

function exportOrders(http: HttpContext, received: Received): Promise<Response> {
  const { deps } = http
  return forOwner(http, received, async (caller) =>
    csvResponse(ownOrderColumns, {
      rows: streamOwnOrders(deps, caller, filterOf(received.query)),
      fileName: `orders-${dayOf(deps.clock.now(), 'UTC')}.csv`,
    }),
  )
}

function showGenerations(http: HttpContext, received: Received): Promise<Response> {
  return forOwner(http, received, async (caller) => {
    const listed = await listGenerationsPage(http.deps, caller, pageOf(received.query))
    return generationsPage(
      { ...listed, generations: listed.generations.map(withProblem) },
      await pageVisitor(http, received.request),
    )
  })
}

/** Signing in returns to the page. */
async function forOwner(
  http: HttpContext,
  { request }: Received,
  show: (caller: AccountCaller) => Promise<Response>,
): Promise<Response> {
  const caller = await http.authenticate(request, ['session'])
  return caller === null ? seeOther(signInFor(request, http.deps)) : await show(caller)
}
