// Failed tasks of the job queue, and generations that failed because of the service.
import { failedWorkDays } from '../base/time/retention.ts'
import { operationalFailures } from '../generation/request/failure.ts'
import type { FailedGeneration, FailedTask, OperatorDeps } from '../operators/ports.ts'

export type FailedWork = {
  /** Tasks that will not be retried come first, then by age. */
  readonly tasks: readonly FailedTask[]
  /** Newest first. */
  readonly generations: readonly FailedGeneration[]
  /** Number of days that the list of generations covers. */
  readonly days: number
}

/** Most tasks and generations that the page lists. */
const maxListed = 100
const days = failedWorkDays

export async function readFailedWork({
  taskQueue,
  generationBoard,
}: Pick<OperatorDeps, 'taskQueue' | 'generationBoard'>): Promise<FailedWork> {
  const [tasks, generations] = await Promise.all([
    taskQueue.listFailed(maxListed),
    generationBoard.listFailed({ reasons: operationalFailures, days, limit: maxListed }),
  ])
  return { tasks, generations, days }
}
