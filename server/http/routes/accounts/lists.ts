// /account/orders and /account/generations: full lists with pages, the filter and the page number in the address, and
// the orders as a CSV.

import { readPage } from '../../../domain/base/text/page-number.ts'
import { singleLine } from '../../../domain/base/text/text.ts'
import { dayOf } from '../../../domain/base/time/day.ts'
import { listGenerationsPage } from '../../../domain/generation/list-generations.ts'
import {
  isOrderGroup,
  listOrdersPage,
  type OwnOrdersFilter,
  streamOwnOrders,
} from '../../../domain/orders/read/own-orders.ts'
import { generationsPage } from '../../../pages/accounts/generations-page.tsx'
import { ordersPage } from '../../../pages/accounts/orders-page.tsx'
import { page } from '../../middleware/page.ts'
import { signedIn } from '../../middleware/page-access.ts'
import { pageVisitor } from '../../middleware/visitor.ts'
import { csvResponse } from '../../responses/csv.ts'
import { ownOrderColumns } from './own-orders-csv.ts'
import { withProblem } from './show-account.ts'

export const accountListPages = [
  page({
    path: '/account/orders',
    access: signedIn,
    show: async function showOrders(http, { request, query, caller }) {
      const list = { filter: filterOf(query), page: pageOf(query) }
      return ordersPage(
        await listOrdersPage(http.deps, caller, list),
        await pageVisitor(http, request),
      )
    },
  }),
  page({
    path: '/account/orders.csv',
    access: signedIn,
    show: function exportOrders({ deps }, { query, caller }) {
      return csvResponse(ownOrderColumns, {
        rows: streamOwnOrders(deps, caller, filterOf(query)),
        fileName: `orders-${dayOf(deps.clock.now(), 'UTC')}.csv`,
      })
    },
  }),
  page({
    path: '/account/generations',
    access: signedIn,
    show: async function showGenerations(http, { request, query, caller }) {
      const listed = await listGenerationsPage(http.deps, caller, pageOf(query))
      return generationsPage(
        {
          ...listed,
          generations: listed.generations.map(withProblem),
          isDeleted: query['deleted'] === '1',
        },
        await pageVisitor(http, request),
      )
    },
  }),
]

type Query = Readonly<Record<string, string | undefined>>

const maxText = 100

/** An unknown filter shows all orders. */
function filterOf(query: Query): OwnOrdersFilter {
  const group = query['state'] ?? ''
  const text = singleLine(query['q'] ?? '').trim()
  return { group: isOrderGroup(group) ? group : 'all', text: [...text].slice(0, maxText).join('') }
}

const pageOf = (query: Query): number => readPage(query['page'])
