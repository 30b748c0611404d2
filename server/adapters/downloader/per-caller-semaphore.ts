// How many downloads run at once: a few for each caller, so that nobody holds up the others with links that drip. Those beyond wait
// within their own time, and callers take turns.

export type Slots = {
  /** Rejects when aborted while waiting; null = too many wait already. */
  readonly take: (caller: string, signal: AbortSignal) => Promise<(() => void) | null>
}

export type SlotLimits = {
  readonly running: number
  readonly runningPerCaller: number
  readonly waiting: number
  readonly waitingPerCaller: number
}

/** A caller is known as long as something of his runs or waits. */
type Permit = { running: number; readonly waiting: Set<() => void> }

export function createSlots(limits: SlotLimits): Slots {
  /** In the order of their turns. */
  const turns = new Map<string, Permit>()
  let running = 0
  let waiting = 0
  const turnOf = (caller: string): Permit => {
    const turn = turns.get(caller) ?? { running: 0, waiting: new Set() }
    turns.set(caller, turn)
    return turn
  }
  const forget = (caller: string, turn: Permit) => {
    if (turn.running === 0 && turn.waiting.size === 0) turns.delete(caller)
  }
  const mayRun = (turn: Permit) =>
    running < limits.running && turn.running < limits.runningPerCaller
  const start = (caller: string, turn: Permit) => {
    running += 1
    turn.running += 1
    let open = true
    return () => {
      if (!open) return
      open = false
      running -= 1
      turn.running -= 1
      admit()
      forget(caller, turn)
    }
  }
  /** One for each caller in turn, as long as there is room. */
  const admit = () => {
    for (const [caller, turn] of [...turns]) {
      const [next] = turn.waiting
      if (next === undefined || !mayRun(turn)) continue
      turns.delete(caller)
      turns.set(caller, turn)
      next()
    }
  }
  return {
    take: async (caller, signal) => {
      signal.throwIfAborted()
      const turn = turnOf(caller)
      if (mayRun(turn)) return start(caller, turn)
      if (waiting >= limits.waiting || turn.waiting.size >= limits.waitingPerCaller) {
        forget(caller, turn)
        return null
      }
      return new Promise((resolve, reject) => {
        const leaveQueue = () => {
          signal.removeEventListener('abort', leave)
          turn.waiting.delete(begin)
          waiting -= 1
        }
        const begin = () => {
          leaveQueue()
          resolve(start(caller, turn))
        }
        const leave = () => {
          leaveQueue()
          forget(caller, turn)
          reject(signal.reason)
        }
        turn.waiting.add(begin)
        waiting += 1
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
