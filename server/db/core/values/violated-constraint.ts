/** Returns the name of the constraint that a statement violated; null for any other error. */
export const violatedConstraint = (error: unknown): string | null =>
  error instanceof Error && 'constraint' in error ? String(error.constraint) : null
