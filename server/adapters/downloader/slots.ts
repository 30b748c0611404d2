// How many downloads run at once. Those beyond wait their turn, within their own time.

export type Slots = {
  /** Rejects when aborted while waiting; null = too many wait already. */
  readonly take: (signal: AbortSignal) => Promise<(() => void) | null>
}

export function createSlots(running: number, waiting: number): Slots {
  let free = running
  const queue = new Set<() => void>()
  const release = () => {
    const next = queue.values().next().value
    if (next === undefined) free += 1
    else {
      queue.delete(next)
      next()
    }
  }
  const once = () => {
    let open = true
    return () => {
      if (open) release()
      open = false
    }
  }
  return {
    take: async (signal) => {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
        return once()
      }
      if (queue.size >= waiting) return null
      return new Promise((resolve, reject) => {
        const start = () => {
          signal.removeEventListener('abort', leave)
          resolve(once())
        }
        const leave = () => {
          queue.delete(start)
          reject(signal.reason)
        }
        queue.add(start)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
