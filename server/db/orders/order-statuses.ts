// Conditions on the status of orders, worded like the partial indexes of migration 0015: the planner compares the expressions.
import { sql } from 'kysely'
import { openStatuses, unprintedStatuses } from '../../domain/orders/status.ts'
import { literals } from '../core/literals.ts'

/** The order has not shipped. */
export const isOpen = sql<boolean>`status in (${literals(openStatuses)})`

/** The order waits to be printed; over a row of `orders`. */
export const isUnprinted = sql<boolean>`orders.status in (${literals(unprintedStatuses)})`

/** Shipped or closed: nothing of it is printed any more. */
export const isOver = sql<boolean>`status in (${literals(['SHIPPED', 'DELIVERED', 'CANCELLED', 'REJECTED'])})`
