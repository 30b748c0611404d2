// What the tasks of the queue share: their payload, and that a failure is logged.
import type { Task } from 'graphile-worker'
import type { Log } from '../domain/base/ports.ts'

/** The queue retries a failed task without logging the failure. */
export function logged(log: Log, event: string, task: Task): Task {
  return async (payload, helpers) => {
    try {
      return await task(payload, helpers)
    } catch (error) {
      const { attempts, max_attempts } = helpers.job
      // After the last attempt only an operator can run it.
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

/** The trace of the request that caused the job; null when it belongs to none. */
export function traceparentOf(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null || !('traceparent' in payload)) return null
  return typeof payload.traceparent === 'string' ? payload.traceparent : null
}

export function idOf(payload: unknown): string {
  const { id } = idFact(payload)
  if (id === undefined) throw new Error('the job has no id')
  return id
}
