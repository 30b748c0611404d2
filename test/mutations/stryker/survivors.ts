// Mutants that no test can or should notice, each with its reason. Any other survivor of its part fails `npm run mutate`.

export type KnownSurvivor = {
  /** A name of parts.ts. */
  readonly part: string
  readonly file: string
  /** The trimmed line that the mutant begins on. */
  readonly source: string
  readonly replacements: readonly string[]
  readonly reason: string
}

export const knownSurvivors: readonly KnownSurvivor[] = []
