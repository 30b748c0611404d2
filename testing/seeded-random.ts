/** Returns numbers from 0 to below 1. */
export type Random = () => number

/** Mulberry32: the same seed yields the same numbers on every machine; uniform enough for choices. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the number in SEED, or a new one. Print it with every failure. */
export function seedFromEnvironment(): number {
  const given = Number(process.env['SEED'])
  return process.env['SEED'] && Number.isInteger(given)
    ? given
    : Math.floor(Math.random() * 2 ** 32)
}
