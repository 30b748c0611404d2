// Jobs that have not ended, in statements.
import { sql } from 'kysely'
import { liveStatuses } from '../../domain/generation/run/job.ts'

/** The words are literals, so that the partial indexes of live jobs are used whatever the plan. */
export const isLive = sql<boolean>`generation_jobs.status in (${sql.join(liveStatuses.map((status) => sql.lit(status)))})`
