/** Something that must never happen has happened. It ends the day. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

/** Throws unless it holds. */
export function must(holds: boolean, text: () => string): asserts holds {
  if (!holds) throw new Violation(text())
}
