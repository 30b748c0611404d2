// The time of a history and the order of its calls. Time advances only when everything waits. Among the waiting
// calls, the seed selects the next one, which then runs to its end. The same seed therefore gives the same history.
import type { Dice } from '../lib/dice.ts'
import { placeBehind } from '../simulation/place-behind.ts'
import type { JobFacts } from './facts.ts'
import type { JobPlan } from './plan.ts'
import { scope, type VendorFetch } from './timers.ts'

/** Work of a process: a run of a job, or a call of a client. */
export type Activity = {
  readonly name: string
  readonly isDead: () => boolean
  /** Request of the client, and its job. */
  readonly plan: JobPlan | null
  job: JobFacts | null
  readonly fetch: VendorFetch
  /** Number of calls that wait for their turn. */
  waiting: number
  /** Number of calls that wait only for a later time. */
  parked: number
  hasEnded: boolean
}

type Turn = { readonly activity: Activity; readonly run: () => Promise<void> }
type Event = { readonly atMs: number; readonly run: () => void }

export type Schedule = {
  readonly nowMs: () => number
  /** Runs the callback after the given milliseconds; returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
  /** Resolves after that time. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Begins work for a process; its exceptions go to `onError`. */
  readonly begin: (
    activity: Pick<Activity, 'name' | 'isDead' | 'plan' | 'job' | 'fetch'>,
    work: () => Promise<void>,
    onError: (error: unknown) => void,
  ) => Activity
  /** Waits for its turn, then executes the call. Never settles once the process is dead. */
  readonly turn: <T>(call: (activity: Activity) => Promise<T>) => Promise<T>
  /** Runs everything due until `isOver`; returns false when nothing is left to happen. */
  readonly run: (isOver: () => boolean) => Promise<boolean>
}

const longestRealMs = 30_000

export function createSchedule(dice: Dice, beginsAtMs: number, isBusy: () => boolean): Schedule {
  const activities = new Set<Activity>()
  const turns: Turn[] = []
  const events: Event[] = []
  let nowMs = beginsAtMs

  const after: Schedule['after'] = (ms, run) => {
    const event = { atMs: nowMs + Math.max(0, Math.ceil(ms)), run }
    events.splice(placeBehind(events, event.atMs), 0, event)
    return () => {
      const at = events.indexOf(event)
      if (at >= 0) events.splice(at, 1)
    }
  }

  /** Waits until every activity waits, for a call or for time. */
  const settle = async (): Promise<void> => {
    const startedAt = performance.now()
    for (let quiet = 0; quiet < 2; ) {
      await turnOfLoop()
      const isRunning = [...activities].some(
        (each) => !each.isDead() && each.waiting === 0 && each.parked === 0,
      )
      quiet = isRunning || isBusy() ? 0 : quiet + 1
      const tookMs = performance.now() - startedAt
      if (tookMs > 5) await Bun.sleep(1)
      if (tookMs > longestRealMs) {
        const names = [...activities].filter(({ isDead }) => !isDead()).map(({ name }) => name)
        throw new Error(`nothing moves: ${names.join(', ')}`)
      }
    }
  }

  return {
    nowMs: () => nowMs,
    after,
    pause: (ms, signal) =>
      new Promise((resolve, reject) => {
        const activity = scope.getStore()
        if (activity) activity.parked += 1
        const end = (finish: () => void) => () => {
          takeBack()
          signal?.removeEventListener('abort', abort)
          if (activity) activity.parked -= 1
          finish()
        }
        const takeBack = after(
          ms,
          end(() => resolve()),
        )
        const abort = end(() => reject(signal?.reason))
        if (signal?.aborted) {
          abort()
        } else {
          signal?.addEventListener('abort', abort, { once: true })
        }
      }),
    begin: (about, work, onError) => {
      const activity: Activity = { ...about, waiting: 0, parked: 0, hasEnded: false }
      activities.add(activity)
      const end = () => {
        activity.hasEnded = true
        activities.delete(activity)
      }
      scope.run(activity, () => {
        work().then(end, (error: unknown) => {
          end()
          onError(error)
        })
      })
      return activity
    },
    turn: (call) => {
      const activity = scope.getStore()
      if (activity === undefined) throw new Error('a call outside of a process')
      if (activity.isDead()) return new Promise(() => {})
      activity.waiting += 1
      return new Promise((resolve, reject) => {
        const run = async () => {
          let finish: () => void
          try {
            const value = await scope.exit(() => call(activity))
            finish = () => resolve(value)
          } catch (error) {
            finish = () => reject(error)
          }
          activity.waiting -= 1
          if (!activity.isDead()) finish()
        }
        turns.push({ activity, run })
      })
    },
    run: async (isOver) => {
      for (;;) {
        await settle()
        for (const dead of [...activities].filter(({ isDead }) => isDead())) activities.delete(dead)
        const alive = turns.filter(({ activity }) => !activity.isDead())
        if (alive.length > 0) {
          const turn = dice.pick(alive)
          turns.splice(turns.indexOf(turn), 1)
          await turn.run()
          continue
        }
        turns.length = 0
        if (isOver()) return true
        const event = events.shift()
        if (event === undefined) return false
        nowMs = Math.max(nowMs, event.atMs)
        event.run()
      }
    },
  }
}

const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
