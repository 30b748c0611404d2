// Labels whose purchase the carrier service has not confirmed in time.
import { sql } from 'kysely'
import { latePurchaseMinutes } from '../../domain/carriers/end-purchase.ts'
import { isOlderThan } from '../core/transactions/leases.ts'

/** Selects key, subject, since and detail, from the partial index of open purchases. A second purchase has another key. */
export const latePurchases = sql`
  select parcel_labels.id || '-' || extract(epoch from started_at)::bigint, orders.code, started_at,
    'look for it in the account of the carrier service'
  from parcel_labels join orders on orders.id = order_id
  where lease_until is not null and ${isOlderThan('started_at', latePurchaseMinutes * 60)}`
