// Remembers which client address entered which correct order code. Wrong codes from others on a shared network then do
// not block pages that were already opened from there.

import type { KeyedBytes, Log } from '../base/ports.ts'
import { dayMs } from '../base/time/day.ts'
import { dropOldest } from '../base/time/recent.ts'

/** Marks are stored for `seenCodeDays` after the last entry, shared by all processes. */
export type SeenMarks = {
  readonly add: (mark: string) => Promise<void>
  readonly has: (mark: string) => Promise<boolean>
}

export type SeenCodes = {
  /** Remembers a code that was entered correctly. Never rejects. */
  readonly remember: (address: string, code: string) => Promise<void>
  /** Whether the code was entered correctly from this address. Returns false if the database does not respond. */
  readonly wasRight: (address: string, code: string) => Promise<boolean>
}

export type SeenCodesDeps = {
  readonly seenMarks: SeenMarks
  readonly orderIds: KeyedBytes
  readonly log: Pick<Log, 'warn'>
}

/** Number of cached marks. A dropped mark is written to the database again when its code is entered again. */
const maxRemembered = 20_000
/** Time after which a mark is renewed. */
const renewMs = dayMs
const markBytes = 16

/** Stores only a keyed hash of address and code. `nowMs` must be monotonic. */
export function createSeenCodes(
  { seenMarks, orderIds, log }: SeenCodesDeps,
  nowMs: () => number = () => performance.now(),
): SeenCodes {
  const addedAt = new Map<string, number>()
  const markOf = (address: string, code: string): string =>
    orderIds
      .bytes(JSON.stringify(['seen-code', address, code]))
      .slice(0, markBytes)
      .toHex()
  return {
    remember: async (address, code) => {
      const mark = markOf(address, code)
      if (nowMs() - (addedAt.get(mark) ?? Number.NEGATIVE_INFINITY) < renewMs) return
      dropOldest(addedAt, maxRemembered)
      addedAt.set(mark, nowMs())
      try {
        await seenMarks.add(mark)
      } catch (error) {
        // Written when the code is entered again.
        addedAt.set(mark, Number.NEGATIVE_INFINITY)
        log.warn('limits.seen_code_not_kept', { error })
      }
    },
    wasRight: async (address, code) => {
      const mark = markOf(address, code)
      if (addedAt.has(mark)) return true
      try {
        return await seenMarks.has(mark)
      } catch (error) {
        log.warn('limits.seen_code_not_read', { error })
        return false
      }
    },
  }
}
