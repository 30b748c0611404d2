// The engines of one host in one history, so that a history does not depend on earlier ones.
import type { Engines } from '../../server/domain/generation/engine/engine.ts'

/**
 * Refuses every second request immediately, and fails every other one after accepting it: both refund the credits.
 */
export function failingEngines(engines: Engines): Engines {
  let requests = 0
  const failed = { kind: 'failed', message: 'The simulated engine failed.' } as const
  return {
    ...engines,
    start: async () => {
      requests += 1
      if (requests % 2 === 0) return failed
      const task = { source: 'demo', engine: null, taskId: 'task', step: 0, state: {} }
      return { kind: 'started', task }
    },
    read: async () => failed,
  }
}
