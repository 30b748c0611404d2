// What happens in virtual time, one event after the other: the same seed gives the same day.
import { placeBehind } from '../simulation/place-behind.ts'
import type { VirtualTime } from '../simulation/virtual-time.ts'

type Event = { readonly atMs: number; readonly run: () => Promise<void> }

export type Agenda = {
  /** Milliseconds since 1970, as the service's clock has them. */
  readonly nowMs: () => number
  /** Runs it so many seconds from now, after what is due at the same moment already. */
  readonly after: (seconds: number, run: () => Promise<void>) => void
  /** Runs what is due, in its order, until `isOver` or nothing is left. Returns whether it was over. */
  readonly run: (isOver: () => boolean) => Promise<boolean>
}

/** Moves the time of `time` forward. Whole seconds: each moment is one write to the database. */
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
