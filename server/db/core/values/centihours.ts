// Hundredths of an hour in SQL (domain/base/time/centihours.ts).
import { type RawBuilder, sql } from 'kysely'
import { secondsPerCentihour } from '../../../domain/base/time/centihours.ts'

/** Converts seconds to unrounded centihours. `seconds` names a column, qualified with its table where necessary. */
export const centihoursOf = (seconds: string): RawBuilder<number> =>
  sql.raw(`${seconds}::float8 / ${secondsPerCentihour}`)
