// The parts of the orders.
import type { Load } from './client.ts'

export type Part = Pick<Load, 'partBytes' | 'newParts' | 'keyed'>

const smallBytes = 9_000
const largeBytes = 1_000_000

/** A part that is sent repeatedly, so that its measurement is stored. */
export const known: Part = { partBytes: smallBytes, newParts: false, keyed: false }
export const small: Part = { partBytes: smallBytes, newParts: true, keyed: false }
export const large: Part = { partBytes: largeBytes, newParts: true, keyed: false }
