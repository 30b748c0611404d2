// Conditions on the status of orders, worded like the partial indexes of migration 0015: the planner compares the expressions.
import { type RawBuilder, sql } from 'kysely'
import { openStatuses, unprintedStatuses } from '../../domain/orders/status.ts'
import { literals } from '../core/literals.ts'

/** The order has not shipped. */
export const isOpen = sql<boolean>`status in (${literals(openStatuses)})`

/** The order waits to be printed; over a row of `orders`. */
export const isUnprinted = sql<boolean>`orders.status in (${literals(unprintedStatuses)})`

/** Shipped or closed: nothing of it is printed any more. */
export const isOver = sql<boolean>`status in (${literals(['SHIPPED', 'DELIVERED', 'CANCELLED', 'REJECTED'])})`

/** After `from`: the orders, as `orders`, that are not over and print the file. Both columns have an index, so no order is read in vain. */
export const ordersPrinting = (uri: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
    select id from orders as whole where whole.file_uri = ${uri}
    union select order_id from order_lines as line where line.file_uri = ${uri}
  ) as printing join orders on orders.id = printing.id and not ${isOver}`
