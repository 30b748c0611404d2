// Failed tasks of the job queue: rerun one, or stop it. A generation that is stopped ends with an error and a refund,
// by the rules of generation.
import { parseGenerationJobId } from '../base/ids/generation-job.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { endOrphan } from '../generation/run/orphans.ts'
import type { OperatorFailure } from './failure.ts'
import type { FailedTask, OperatorDeps } from './ports.ts'

export const taskActions = ['run', 'stop', 'discard'] as const
export type TaskAction = (typeof taskActions)[number]

/** The task that runs generation jobs. */
export const generationTask = 'generate'

export async function findFailedTask(
  { taskQueue }: Pick<OperatorDeps, 'taskQueue'>,
  id: string,
): Promise<Result<FailedTask, OperatorFailure>> {
  const task = await taskQueue.read(id)
  return task === null ? fail({ kind: 'task_not_found' }) : ok(task)
}

/** `run`: reruns immediately with all attempts. `stop`: never reruns, but stays listed. `discard`: removes the task. */
export async function changeTask(
  deps: Pick<OperatorDeps, 'taskQueue' | 'operatorActions' | 'generationJobs' | 'clock' | 'log'>,
  by: string,
  { id, action }: { readonly id: string; readonly action: TaskAction },
): Promise<Result<FailedTask, OperatorFailure>> {
  const outcome = await findFailedTask(deps, id)
  if (!outcome.ok) return outcome
  const task = outcome.value
  const { taskQueue } = deps
  const calls = { run: taskQueue.runNow, stop: taskQueue.stop, discard: taskQueue.discard }
  if (!(await calls[action](id))) return fail({ kind: 'task_not_found' })
  await deps.operatorActions.record({
    by,
    kind: action === 'run' ? 'task_requeued' : 'task_discarded',
    subject: `${task.task}:${task.payloadId ?? task.id}`,
    detail: { action, attempts: task.attempts, error: task.lastError },
  })
  deps.log.info('worker.task_changed', { id, task: task.task, action, by })
  const jobId = task.task === generationTask ? parseGenerationJobId(task.payloadId ?? '') : null
  if (action !== 'run' && jobId !== null) await endOrphan(deps, jobId)
  return outcome
}
