// Undoes changes at the end of a test, whether it passes or fails.
import { afterEach, beforeEach } from 'bun:test'

/** Null while no test runs: changes by hooks of the file stay. */
let undo: (() => void)[] | null = null

/** Runs the work after the current test, in reverse order. No effect outside of tests. */
export const atEndOfTest = (work: () => void): void => void undo?.push(work)

/** Applies to the calling file, however often it is called. */
export function undoAfterEachTest(): void {
  beforeEach(() => {
    undo ??= []
  })
  afterEach(() => {
    for (const work of undo?.toReversed() ?? []) work()
    undo = null
  })
}
