// Labels whose purchase the carrier service has not confirmed in time, or has confirmed after another label was bought.
import { sql } from 'kysely'
import { latePurchaseMinutes } from '../../domain/carriers/end-purchase.ts'
import { unusedStates } from '../../domain/carriers/label.ts'
import { isOlderThan } from '../core/transactions/leases.ts'
import { literals } from '../core/values/literals.ts'

/**
 * Selects key, subject, since and detail, from the partial indexes of open purchases and of labels that are read. A second purchase has
 * another key.
 */
export const latePurchases = sql`
  select parcel_labels.id || '-' || extract(epoch from started_at)::bigint, orders.code, started_at,
    'look for it in the account of the carrier service'
  from parcel_labels join orders on orders.id = order_id
  where lease_until is not null and ${isOlderThan('started_at', latePurchaseMinutes * 60)}
  union all
  select late.id || '-bought', orders.code, late.bought_at, 'bought besides another label: void one of the two'
  from parcel_labels as late join orders on orders.id = late.order_id
  where late.track_at is not null and late.state = 'replaced' and late.tracking in (${literals(unusedStates)}) and exists (
    select from parcel_labels as live where live.order_id = late.order_id and live.state in ('buying', 'bought')
      and live.started_at < late.bought_at)`
