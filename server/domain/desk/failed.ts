// Failed tasks of the job queue, and generations that ended for reasons of our own.
import { operationalFailures } from '../generation/request/failure.ts'
import type { FailedGeneration, FailedTask, OperatorDeps } from '../operators/ports.ts'

export type FailedWork = {
  /** Those that do not run again first, then by age. */
  readonly tasks: readonly FailedTask[]
  /** Newest first. */
  readonly generations: readonly FailedGeneration[]
  /** How far back the list of generations goes. */
  readonly days: number
}

const limit = 100
const days = 7

export async function readFailedWork({
  taskQueue,
  generationBoard,
}: Pick<OperatorDeps, 'taskQueue' | 'generationBoard'>): Promise<FailedWork> {
  const [tasks, generations] = await Promise.all([
    taskQueue.listFailed(limit),
    generationBoard.listFailed({ reasons: operationalFailures, days, limit }),
  ])
  return { tasks, generations, days }
}
