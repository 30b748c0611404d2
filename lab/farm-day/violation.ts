/** A forbidden event. It ends the day. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

/** Throws unless the condition is true. */
export function must(holds: boolean, text: () => string): asserts holds {
  if (!holds) throw new Violation(text())
}
