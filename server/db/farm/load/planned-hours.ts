// Machine time for plans, in hundredths of hours: the planned time if there is one, otherwise the priced time.
import { sql } from 'kysely'
import { centihoursOf } from '../../core/values/centihours.ts'

const plannedCentihours = centihoursOf('planned_seconds')

/** Centihours of all parts of a row of `orders`. */
export const plannedOrder = sql<number>`
  coalesce(${plannedCentihours}, lines_centihours, quantity * centihours_per_part)`

/** Centihours of all parts of a row of `order_lines`, or of one of `orders` with a single line. */
export const plannedLine = sql<number>`
  coalesce(${plannedCentihours}, quantity * centihours_per_part)`
