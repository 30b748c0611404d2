// Remembers which order codes were right from which client address, so that wrong codes from others on a shared network do not block
// pages that could be opened there before.

import { dayMs } from '../base/day.ts'
import type { KeyedBytes, Log } from '../base/ports.ts'

/** Marks are kept for `seenCodeDays` after the last time, over all processes. */
export type SeenMarks = {
  readonly add: (mark: string) => Promise<void>
  readonly has: (mark: string) => Promise<boolean>
}

export type SeenCodes = {
  /** Remembers a code that was just entered correctly. Never rejects. */
  readonly remember: (address: string, code: string) => Promise<void>
  /** False when the database does not answer. */
  readonly wasRight: (address: string, code: string) => Promise<boolean>
}

export type SeenCodesDeps = {
  readonly seenMarks: SeenMarks
  readonly orderIds: KeyedBytes
  readonly log: Pick<Log, 'warn'>
}

/** The oldest mark beyond these is added to the database once more when it is seen again. */
const maxRemembered = 20_000
/** A mark is renewed after this time. */
const renewMs = dayMs
const markBytes = 16

/** Neither addresses nor codes are stored, only a keyed hash of both. `nowMs` must be monotonic. */
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
      for (const oldest of addedAt.size < maxRemembered ? [] : addedAt.keys()) {
        addedAt.delete(oldest)
        break
      }
      addedAt.set(mark, nowMs())
      try {
        await seenMarks.add(mark)
      } catch (error) {
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
