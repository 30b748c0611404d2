// The type of a requirement row, and the helper that builds the tables next to this file. The tables contain no
// logic: one line per testable sentence of the contract.

/** Missing capability that a deferred row waits for, in plain words. */
export type Capability = 'other named endpoints'

/** A testable sentence. `source`: a heading of the contract, a decision, or a document with its heading. */
export type Requirement<Id extends string = string> = {
  readonly id: Id
  readonly source: string
  readonly behavior: string
  readonly deferred?: Capability
}

/**
 * Returns rows of one section, written as `id: behavior`. With `deferred`, the complete block waits for that capability.
 * A duplicate id in one block is a type error; in two blocks it fails the coverage test.
 */
export function requirements<const Id extends string>(
  source: string,
  rows: Readonly<Record<Id, string>>,
  deferred?: Capability,
): readonly Requirement<Id>[] {
  const list: Requirement<Id>[] = []
  for (const id in rows) {
    const row = { id, source, behavior: rows[id] }
    list.push(deferred === undefined ? row : { ...row, deferred })
  }
  return list
}
