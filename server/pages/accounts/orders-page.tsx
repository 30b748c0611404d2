// /account/orders: all orders of the account. The address contains the page's whole state.
import {
  type OrderGroup,
  type OwnOrdersFilter,
  type OwnOrdersPage,
  ownOrdersPerPage,
  searchedOwnOrders,
} from '../../domain/orders/read/own-orders.ts'
import { Pager } from '../../html/pager.tsx'
import { Segments } from '../../html/section.tsx'
import { accountScript, assetUrl } from '../assets/assets.ts'
import { countOf } from '../base/figures.ts'
import { pageResponse } from '../base/layout.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { AccountFrame } from './frame.tsx'
import { OrderLine } from './order-line.tsx'

const groups: readonly (readonly [OrderGroup, string])[] = [
  ['all', 'All'],
  ['unpaid', 'Not paid'],
  ['open', 'In progress'],
  ['shipped', 'Shipped'],
  ['closed', 'Cancelled'],
]

export function ordersPage(list: OwnOrdersPage, visitor: PageVisitor): Response {
  const { filter, orders, total, page, pages, isPartial } = list
  return pageResponse({
    title: 'Your orders',
    visitor,
    isWide: true,
    script: assetUrl(accountScript),
    body: (
      <AccountFrame current="/account/orders">
        <div class="row apart">
          <h1>Your orders</h1>
          {total === 0 ? '' : <a href={`/account/orders.csv${queryOf(filter)}`}>Download as CSV</a>}
        </div>
        <Filters filter={filter} />
        {isPartial ? (
          <p class="hint">
            Your newest {searchedOwnOrders.toLocaleString('en-US')} orders were searched.{' '}
            <a href="/account/orders.csv">The CSV</a> has all of them.
          </p>
        ) : (
          ''
        )}
        {total === 0 ? (
          <Nothing filter={filter} />
        ) : (
          <section class="panel" aria-labelledby="orders">
            <h2 id="orders" class="visually-hidden">
              {countOf(total, 'order')}
            </h2>
            <ul class="items">
              {orders.map((order) => (
                <OrderLine order={order} />
              ))}
            </ul>
            <Pager
              page={page}
              pages={pages}
              perPage={ownOrdersPerPage}
              shown={orders.length}
              total={total}
              pathOf={(each) => ordersPath(filter, each)}
            />
          </section>
        )}
      </AccountFrame>
    ),
  })
}

function Filters({ filter }: { filter: OwnOrdersFilter }) {
  return (
    <>
      <Segments
        label="State"
        segments={groups.map(([group, label]) => ({
          label,
          href: ordersPath({ ...filter, group }),
          isChosen: group === filter.group,
        }))}
      />
      <form class="search" method="get" action="/account/orders">
        {filter.group === 'all' ? '' : <input type="hidden" name="state" value={filter.group} />}
        <label class="visually-hidden" for="q">
          Code, file or recipient
        </label>
        <input
          id="q"
          name="q"
          type="search"
          maxlength="100"
          placeholder="Code, file or recipient"
          value={filter.text}
        />
        <button type="submit" class="quiet">
          Search
        </button>
      </form>
    </>
  )
}

function Nothing({ filter }: { filter: OwnOrdersFilter }) {
  if (filter.group === 'all' && filter.text === '') {
    return (
      <section class="panel">
        <p>
          No orders yet. <a href="/quote">Choose a 3D model</a> to see its price and order it, or{' '}
          <a href="/docs/first-order">order over the API</a>.
        </p>
      </section>
    )
  }
  return (
    <section class="panel">
      <p>
        No order matches. <a href="/account/orders">Show all orders</a>
      </p>
    </section>
  )
}

const ordersPath = (filter: OwnOrdersFilter, page = 1): string =>
  `/account/orders${queryOf(filter, page)}`

function queryOf({ group, text }: OwnOrdersFilter, page = 1): string {
  const query = new URLSearchParams({
    ...(group !== 'all' && { state: group }),
    ...(text !== '' && { q: text }),
    ...(page > 1 && { page: String(page) }),
  })
  return query.size === 0 ? '' : `?${query}`
}
