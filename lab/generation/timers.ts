// Timers of the product in the time of a history, only for timers of a simulated process. Those of the simulation,
// the database's driver and the stand-ins run in real time.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Activity, Schedule } from './schedule.ts'

// Throws when the file has moved.
const sleepFile = Bun.resolveSync('../../server/domain/base/time/sleep.ts', import.meta.dir)

/** Activity of the current code. */
export const scope = new AsyncLocalStorage<Activity | undefined>()

export type VendorFetch = (url: string, init: RequestInit) => Promise<Response>

/** Replaces `fetch` and the generator of random numbers in the same way. Returns a function that restores them. */
export function installTimers(schedule: Schedule, random: () => number): () => void {
  const real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    fetch: globalThis.fetch,
    random: Math.random,
    timeout: AbortSignal.timeout,
  }
  /** Sets a timer for the current activity; `again`: an interval. */
  const set = (activity: Activity, run: () => void, ms: number, again: boolean): VirtualTimer => {
    const timer = new VirtualTimer()
    const arm = () => {
      timer.takeBack = schedule.after(ms, () => {
        if (activity.isDead()) return
        if (again) arm()
        scope.run(activity, run)
      })
    }
    arm()
    return timer
  }
  const timeout = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const activity = scope.getStore()
    if (activity === undefined) return real.setTimeout(run, ms, ...args)
    // `sleep` of the domain waits only for time.
    const isSleep = new Error().stack?.includes(sleepFile) === true
    if (isSleep) activity.parked += 1
    const fire = () => {
      if (isSleep) activity.parked -= 1
      run(...args)
    }
    return set(activity, fire, ms, false)
  }
  const interval = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const activity = scope.getStore()
    if (activity === undefined) return real.setInterval(run, ms, ...args)
    return set(activity, () => run(...args), ms, true)
  }
  const clear = (clearReal: (timer: Timer) => void) => (timer: Timer | VirtualTimer) => {
    if (timer instanceof VirtualTimer) {
      timer.takeBack()
    } else {
      clearReal(timer)
    }
  }
  Object.assign(globalThis, {
    setTimeout: timeout,
    clearTimeout: clear(real.clearTimeout),
    setInterval: interval,
    clearInterval: clear(real.clearInterval),
    fetch: (url: string, init: RequestInit = {}) => {
      const activity = scope.getStore()
      return activity === undefined ? real.fetch(url, init) : activity.fetch(url, init)
    },
  })
  AbortSignal.timeout = (ms) => {
    const activity = scope.getStore()
    if (activity === undefined) return real.timeout.call(AbortSignal, ms)
    const controller = new AbortController()
    const late = () =>
      controller.abort(new DOMException('The operation timed out.', 'TimeoutError'))
    set(activity, late, ms, false)
    return controller.signal
  }
  Math.random = () => (scope.getStore() === undefined ? real.random() : random())
  return () => {
    const { random: realRandom, timeout: realTimeout, ...globals } = real
    Object.assign(globalThis, globals)
    AbortSignal.timeout = realTimeout
    Math.random = realRandom
  }
}

/** Replaces a timer's handle. */
class VirtualTimer {
  takeBack: () => void = () => {}
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}
