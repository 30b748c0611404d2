// Number of good parts that a print job had at an earlier moment.
import { type RawBuilder, sql } from 'kysely'

/**
 * Expression over a done row of `print_jobs`, for a moment after the job was done. A good part that turns out bad later becomes scrap of
 * its job and is queued again as a separate job. The expression adds the parts of those jobs back.
 */
export const goodPartsAt = (moment: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(case when print_jobs.scrap = 0 then print_jobs.good
    else print_jobs.good + (
      select coalesce(sum(again.parts), 0)::int from print_jobs as again
      where again.order_id = print_jobs.order_id and again.reprint_of = print_jobs.id and again.created_at > ${moment})
    end)`
