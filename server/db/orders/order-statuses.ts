// Conditions on the status of orders, worded like the partial indexes of migration 0015: the planner compares the expressions.
import { type RawBuilder, sql } from 'kysely'
import { type OrderStatus, openStatuses, unprintedStatuses } from '../../domain/orders/status.ts'

/** Literals for `in (...)`: with parameters, the planner would not find the partial indexes. */
export const literals = (statuses: readonly OrderStatus[]): RawBuilder<unknown> =>
  sql.join(statuses.map((status) => sql.lit(status)))

/** The order has not shipped. */
export const isOpen = sql<boolean>`status in (${literals(openStatuses)})`

/** The order waits to be printed; over a row of `orders`. */
export const isUnprinted = sql<boolean>`orders.status in (${literals(unprintedStatuses)})`
