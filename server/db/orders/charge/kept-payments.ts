// Orders whose payment was not refunded in full.
import { sql } from 'kysely'
import { keptPaymentDays } from '../../../domain/base/time/retention.ts'
import { leftCents } from '../refund/left-cents.ts'

/**
 * The order keeps part of its payment, and no bank took it. The query must also require that the order is closed. The first condition
 * follows from the second. It is the condition of the index `orders_kept_payment`, which PostgreSQL uses only if the query states it.
 */
export const keepsPayment = sql`paid and refunded_cents + refunding_cents < total_cents
  and ${leftCents} > 0 and updated_at > now() - make_interval(days => ${keptPaymentDays})`
