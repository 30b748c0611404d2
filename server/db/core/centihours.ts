// Hundredths of an hour in statements (domain/base/centihours.ts).
import { type RawBuilder, sql } from 'kysely'
import { secondsPerCentihour } from '../../domain/base/centihours.ts'

/** Unrounded. `seconds`: a column, with its table where that is needed. */
export const centihoursOf = (seconds: string): RawBuilder<number> =>
  sql.raw(`${seconds}::float8 / ${secondsPerCentihour}`)
