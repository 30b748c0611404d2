// Machine time for plans, in hundredths of hours: as planned, else as priced.
import { sql } from 'kysely'

/** Hours of all parts of a row of `orders`. */
export const plannedOrder = sql.raw<number>(
  'coalesce(planned_seconds::float8 / 36, lines_centihours, quantity * centihours_per_part)',
)

/** Hours of all parts of a row of `order_lines`, or of one of `orders` with a single line. */
export const plannedLine = sql.raw<number>(
  'coalesce(planned_seconds::float8 / 36, quantity * centihours_per_part)',
)
