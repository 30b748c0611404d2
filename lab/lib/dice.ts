// Seeded choices of a history.
import { seededRandom } from '../../testing/seeded-random.ts'

export type Dice = ReturnType<typeof createDice>

/** Creates dice. The same seed makes the same choices on every machine. */
export function createDice(seed: number) {
  const random = seededRandom(seed)
  const upTo = (all: number): number => Math.floor(random() * all)
  return {
    chance: (share: number): boolean => random() < share,
    /** Returns a whole number, both ends included. */
    between: (lowest: number, highest: number): number => lowest + upTo(highest - lowest + 1),
    pick: <Item>(items: readonly Item[]): Item => {
      const at = upTo(items.length)
      for (const item of items.slice(at, at + 1)) return item
      throw new RangeError('There is nothing to pick from.')
    },
    /** Returns a name, as often as its weight says. */
    weighted: <Name extends string>(weights: Readonly<Record<Name, number>>): Name => {
      const names = Object.keys(weights) as Name[]
      let left = random() * names.reduce((sum, name) => sum + weights[name], 0)
      for (const name of names) {
        left -= weights[name]
        if (left < 0) return name
      }
      throw new RangeError('No name has a weight.')
    },
  }
}
