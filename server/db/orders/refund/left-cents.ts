// What an order has left, as PostgreSQL reads it; `refundableCents` says the same of an order that was read.
import { sql } from 'kysely'

/** Cents of the total that neither refunds nor lost disputes have taken. Columns of `orders`. */
export const leftCents = sql<number>`total_cents - refunded_cents - refunding_cents - lost_cents`
