// Conditions on the state of print jobs.
import { type RawBuilder, sql } from 'kysely'
import { openStates, runningStates, waitingStates } from '../../domain/farm/jobs/job.ts'
import { literals } from '../core/values/literals.ts'

/** Whether the job's parts are still expected. Applies to a row of `print_jobs`. */
export const isJobOpen = sql<boolean>`state in (${literals(openStates)})`

/** Whether the job waits for a printer or an operator. Applies to a row of `print_jobs`. */
export const isJobWaiting = sql<boolean>`state in (${literals(waitingStates)})`

/** Whether a printer has the job. `state` is the column, with the alias of its table where it needs one. */
export const isJobRunning = (state = 'state'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(state)} in (${literals(runningStates)})`
