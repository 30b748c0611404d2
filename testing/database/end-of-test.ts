// Undoes changes at the end of a test, whether it passes or fails.
import { afterEach, beforeEach } from 'bun:test'

/** Null while no test runs: what hooks of the whole file do is kept. */
let undo: (() => void)[] | null = null

/** Undone after the running test, the last one first. Without effect outside of tests. */
export const atEndOfTest = (work: () => void): void => void undo?.push(work)

/** Applies to the file that calls it, however often. */
export function undoAfterEachTest(): void {
  beforeEach(() => {
    undo ??= []
  })
  afterEach(() => {
    for (const work of undo?.toReversed() ?? []) work()
    undo = null
  })
}
