// The urgency of an order for the farm. The work queue lists higher priorities first.
import { keysOf } from '../../base/keys-of.ts'

/** The stored numbers, which determine the sort order. */
export const priorityRanks = { low: -1, normal: 0, high: 1, urgent: 2 } as const

export type Priority = keyof typeof priorityRanks

export const priorities = keysOf(priorityRanks)

export const isPriority = (word: string): word is Priority => Object.hasOwn(priorityRanks, word)

/** Returns `normal` for a rank that this release does not know. */
export const priorityOfRank = (rank: number): Priority =>
  priorities.find((priority) => priorityRanks[priority] === rank) ?? 'normal'
