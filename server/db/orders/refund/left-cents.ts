// The refundable amount of an order, as an SQL expression. `refundableCents` computes the same for an order in memory.
import { sql } from 'kysely'

/** Cents of the total that neither refunds nor lost disputes have taken. Uses columns of `orders`. */
export const leftCents = sql<number>`total_cents - refunded_cents - refunding_cents - lost_cents`
