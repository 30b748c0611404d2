// Events in virtual time, in sequence: the same seed gives the same day.
import { placeBehind } from '../simulation/place-behind.ts'
import type { VirtualTime } from '../simulation/virtual-time.ts'

type Event = { readonly atMs: number; readonly run: () => Promise<void> }

export type Agenda = {
  /** Milliseconds since 1970, by the service's clock. */
  readonly nowMs: () => number
  /** Runs the callback after that many seconds, after everything already due at the same moment. */
  readonly after: (seconds: number, run: () => Promise<void>) => void
  /** Runs due events in order, until `isOver` or nothing is left. Returns whether it was over. */
  readonly run: (isOver: () => boolean) => Promise<boolean>
}

/** Creates an agenda that advances `time`. Whole seconds, because each moment is one write to the database. */
export function createAgenda(time: VirtualTime): Agenda {
  const events: Event[] = []
  const nowMs = () => time.now().getTime()
  return {
    nowMs,
    after: (seconds, run) => {
      const atMs = nowMs() + Math.max(0, Math.round(seconds)) * 1000
      events.splice(placeBehind(events, atMs), 0, { atMs, run })
    },
    run: async (isOver) => {
      while (!isOver()) {
        const event = events.shift()
        if (event === undefined) return false
        if (event.atMs > nowMs()) await time.advance((event.atMs - nowMs()) / 1000)
        await event.run()
      }
      return true
    },
  }
}
