// Runs actions at their rates, each in an open loop of its own with a bound on concurrent actions.
import type { Actions } from './actions.ts'

export type Traffic = {
  /** How often each action was done, and how often it failed. */
  readonly counts: () => Readonly<Record<string, Count>>
  /** The first failures, as sentences. */
  readonly problems: () => readonly string[]
  /** Ends the traffic after the actions under way. */
  readonly stop: () => Promise<void>
}

export type Count = { readonly done: number; readonly failed: number }

/** Limit for one action: a slow machine does less, and requests do not pile up. */
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
