// Runs actions at their rates, each in a separate open loop with a limit on concurrent actions.
import type { Actions } from './actions.ts'

export type Traffic = {
  /** Returns how often each action was run, and how often it failed. */
  readonly counts: () => Readonly<Record<string, Count>>
  /** Returns the first failures, as sentences. */
  readonly problems: () => readonly string[]
  /** Stops the traffic after the running actions are done. */
  readonly stop: () => Promise<void>
}

export type Count = { readonly done: number; readonly failed: number }

/**
 * Maximum number of concurrent runs of an action. A slow machine runs fewer, and requests do not
 * pile up.
 */
const mostUnderWay = 4
const problemsKept = 20

export function startTraffic(actions: Actions, pace: number): Traffic {
  const counts = new Map<string, { done: number; failed: number }>()
  const problems: string[] = []
  const running = new Set<Promise<void>>()
  const timers = Object.entries(actions).map(([name, { perMinute, run }]) => {
    const count = { done: 0, failed: 0 }
    counts.set(name, count)
    let underWay = 0
    const once = async () => {
      underWay += 1
      try {
        await run()
        count.done += 1
      } catch (error) {
        count.failed += 1
        if (problems.length < problemsKept) problems.push(`${name}: ${String(error).slice(0, 300)}`)
      }
      underWay -= 1
    }
    return setInterval(
      () => {
        if (underWay >= mostUnderWay) return
        const one = once().finally(() => running.delete(one))
        running.add(one)
      },
      60_000 / (perMinute * pace),
    )
  })
  return {
    counts: () => Object.fromEntries(counts),
    problems: () => problems,
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running)
    },
  }
}
