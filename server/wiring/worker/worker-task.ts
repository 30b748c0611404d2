// Shared by the tasks of the queue: their payload, and the logging of failures.
import type { Task } from 'graphile-worker'
import type { Log } from '../../domain/base/ports.ts'

/** Wraps a task to log its failure. The queue retries a failed task without logging it. */
export function logFailures(log: Log, event: string, task: Task): Task {
  return async (payload, helpers) => {
    try {
      return await task(payload, helpers)
    } catch (error) {
      const { attempts, max_attempts } = helpers.job
      // After the last attempt, only an operator can run the task.
      const level = attempts < max_attempts ? 'warn' : 'error'
      log[level](event, { ...idFact(payload), attempt: attempts, of: max_attempts, error })
      throw error
    }
  }
}

function idFact(payload: unknown): { id?: string } {
  if (typeof payload !== 'object' || payload === null || !('id' in payload)) return {}
  return { id: String(payload.id) }
}

/** Returns the trace of the request that caused the job, or null when there is none. */
export function traceparentOf(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null || !('traceparent' in payload)) return null
  return typeof payload.traceparent === 'string' ? payload.traceparent : null
}

export function idOf(payload: unknown): string {
  const { id } = idFact(payload)
  if (id === undefined) throw new Error('The job has no id.')
  return id
}
