// Limits parallel downloads: a few per caller, so that a caller with slow links does not block the others. Further downloads wait within
// their timeout, and callers take turns. Uploads do not wait (storage/uploads.ts), because they hold a connection.

export type PerCallerSemaphore = {
  /** Returns the function that releases the slot, or null when too many downloads already wait. Rejects when aborted while waiting. */
  readonly acquire: (caller: string, signal: AbortSignal) => Promise<(() => void) | null>
  readonly stats: () => { readonly workers: number; readonly busy: number; readonly queued: number }
}

export type SemaphoreLimits = {
  readonly running: number
  readonly runningPerCaller: number
  readonly waiting: number
  readonly waitingPerCaller: number
}

/** A caller has an entry while one of its downloads runs or waits. */
type Queue = { running: number; readonly waiting: Set<() => void> }

export function createPerCallerSemaphore(limits: SemaphoreLimits): PerCallerSemaphore {
  /** The queues by caller. The caller with the next turn comes first. */
  const queues = new Map<string, Queue>()
  let running = 0
  let waiting = 0
  const queueOf = (caller: string): Queue => {
    const queue = queues.get(caller) ?? { running: 0, waiting: new Set() }
    queues.set(caller, queue)
    return queue
  }
  const forget = (caller: string, queue: Queue) => {
    if (queue.running === 0 && queue.waiting.size === 0) queues.delete(caller)
  }
  const mayRun = (queue: Queue) =>
    running < limits.running && queue.running < limits.runningPerCaller
  const start = (caller: string, queue: Queue) => {
    running += 1
    queue.running += 1
    let open = true
    return () => {
      if (!open) return
      open = false
      running -= 1
      queue.running -= 1
      admit()
      forget(caller, queue)
    }
  }
  /** Admits one download per caller in turn while slots are free. */
  const admit = () => {
    for (const [caller, queue] of [...queues]) {
      const [next] = queue.waiting
      if (next === undefined || !mayRun(queue)) continue
      queues.delete(caller)
      queues.set(caller, queue)
      next()
    }
  }
  return {
    stats: () => ({ workers: limits.running, busy: running, queued: waiting }),
    acquire: async (caller, signal) => {
      signal.throwIfAborted()
      const queue = queueOf(caller)
      if (mayRun(queue)) return start(caller, queue)
      if (waiting >= limits.waiting || queue.waiting.size >= limits.waitingPerCaller) {
        forget(caller, queue)
        return null
      }
      return new Promise((resolve, reject) => {
        const leaveQueue = () => {
          signal.removeEventListener('abort', leave)
          queue.waiting.delete(begin)
          waiting -= 1
        }
        const begin = () => {
          leaveQueue()
          resolve(start(caller, queue))
        }
        const leave = () => {
          leaveQueue()
          forget(caller, queue)
          reject(signal.reason)
        }
        queue.waiting.add(begin)
        waiting += 1
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
