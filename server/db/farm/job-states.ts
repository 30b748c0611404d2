// Conditions on the state of print jobs.
import { sql } from 'kysely'
import { openStates } from '../../domain/farm/jobs/job.ts'
import { literals } from '../core/literals.ts'

/** The job's parts are still expected; over a row of `print_jobs`. */
export const isJobOpen = sql<boolean>`state in (${literals(openStates)})`
