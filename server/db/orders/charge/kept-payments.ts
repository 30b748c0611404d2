// Orders whose payment was not refunded in full.
import { sql } from 'kysely'
import { keptPaymentDays } from '../../../domain/base/time/retention.ts'
import { leftCents } from '../refund/left-cents.ts'

/**
 * Whether the order keeps part of its payment and no bank took that part. The query must also require that the order is closed. The first
 * condition follows from the second, but PostgreSQL uses the index `orders_kept_payment` only if the query states its condition.
 */
export const keepsPayment = sql`paid and refunded_cents + refunding_cents < total_cents
  and ${leftCents} > 0 and updated_at > now() - make_interval(days => ${keptPaymentDays})`
