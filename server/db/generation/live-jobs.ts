// Condition for live jobs, for use in statements.
import { sql } from 'kysely'
import { liveStatuses } from '../../domain/generation/run/job-status.ts'

/** Whether a job is live. The statuses are literals, so that every plan can use the partial indexes of live jobs. */
export const isLive = sql<boolean>`generation_jobs.status in (${sql.join(liveStatuses.map((status) => sql.lit(status)))})`
