// The type of a requirement row, and the helper that builds the tables beside this file.
// The tables hold no logic: one line per checkable sentence of the contract.

/** What a deferred row waits for: a capability that the service does not have yet, in plain words. */
export type Capability = 'other named endpoints'

/** One checkable sentence: `source` is the section heading that it stands under. */
export type Requirement<Id extends string = string> = {
  readonly id: Id
  readonly source: string
  readonly behavior: string
  readonly deferred?: Capability
}

/**
 * Rows of one section, written as `id: behavior`. With `deferred`, the whole block waits for that
 * capability. An id that stands twice in one block is a type error; twice in two blocks fails the
 * coverage test.
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
