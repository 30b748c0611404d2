// Conditions on `printers`: those in service.
import { sql } from 'kysely'

export const isInService = sql<boolean>`printers.maintenance_since is null`

/** A printer that was not heard of for longer is not in service, whatever its record says. */
const servedDays = 7

/** In service, and heard of lately enough that something is sliced and planned for it. */
export const isServed = sql<boolean>`(${isInService}
  and printers.last_heard_at > now() - make_interval(days => ${sql.lit(servedDays)}))`
