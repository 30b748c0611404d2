// Pseudorandom numbers seeded by a text, so that the same prompt gives the same model.
import { createHash } from 'node:crypto'

export type Chance = {
  /** Returns a number from `low` to `high`. */
  readonly between: (low: number, high: number) => number
  /** Returns an integer from `low` to `high`, both included. */
  readonly whole: (low: number, high: number) => number
  readonly pick: <T>(list: readonly [T, ...T[]]) => T
}

/** Starts a new sequence per text: `mulberry32` over its digest. */
export function chanceOf(text: string): Chance {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between: (low, high) => low + next() * (high - low),
    whole,
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
  }
}
