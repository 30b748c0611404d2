// Conditions on the status of orders. They use the same words as the partial indexes, because the planner compares the expressions.
import { type RawBuilder, sql } from 'kysely'
import {
  closedStatuses,
  endedStatuses,
  openStatuses,
  unprintedStatuses,
} from '../../domain/orders/record/status.ts'
import { literals } from '../core/values/literals.ts'

/** The order has not been shipped. */
export const isOrderOpen = sql<boolean>`status in (${literals(openStatuses)})`

/** The order was cancelled or rejected. */
export const isOrderClosed = sql<boolean>`status in (${literals(closedStatuses)})`

/** The order waits to be printed. Applies to a row of `orders`. */
export const isUnprinted = sql<boolean>`orders.status in (${literals(unprintedStatuses)})`

/** The order was shipped or closed: no part of it will be printed. */
export const isOver = sql<boolean>`status in (${literals(endedStatuses)})`

/**
 * FROM clause with the orders, as `orders`, that are still open and print the file. Both columns have an index, so the query reads only
 * matching orders.
 */
export const ordersPrinting = (uri: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
    select id from orders as whole where whole.file_uri = ${uri}
    union select order_id from order_lines as line where line.file_uri = ${uri}
  ) as printing join orders on orders.id = printing.id and not ${isOver}`
