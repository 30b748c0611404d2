// Orders whose payment was not given back in full.
import { sql } from 'kysely'
import { keptPaymentDays } from '../../../domain/base/retention.ts'
import { leftCents } from '../refund/left-cents.ts'

/**
 * The order keeps part of its payment, and no bank took it; the query adds that the order is closed. The first condition follows from the
 * second, and is that of the index `orders_kept_payment`, which PostgreSQL uses only where the query states it.
 */
export const keepsPayment = sql`paid and refunded_cents + refunding_cents < total_cents
  and ${leftCents} > 0 and updated_at > now() - make_interval(days => ${keptPaymentDays})`
