// The parts that are ordered.
import type { Load } from './client.ts'

export type Part = Pick<Load, 'partBytes' | 'newParts' | 'keyed'>

const smallBytes = 9_000
const largeBytes = 1_000_000

/** Sent again and again, so that its measurement is stored. */
export const known: Part = { partBytes: smallBytes, newParts: false, keyed: false }
export const small: Part = { partBytes: smallBytes, newParts: true, keyed: false }
export const large: Part = { partBytes: largeBytes, newParts: true, keyed: false }
