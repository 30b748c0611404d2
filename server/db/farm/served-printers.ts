// Conditions on `printers` that are in service.
import { sql } from 'kysely'

export const isInService = sql<boolean>`printers.maintenance_since is null`

/** A printer that sent no heartbeat for this many days is not in service, whatever its record says. */
const servedDays = 7

/** Whether a printer is in service and has sent a heartbeat recently, so that work is sliced and planned for it. */
export const isServed = sql<boolean>`(${isInService}
  and printers.last_heard_at > now() - make_interval(days => ${sql.lit(servedDays)}))`
