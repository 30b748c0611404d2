// Mutants that no test can or should notice, each with its reason. Any other survivor fails `npm run mutate`.

/** `source` is the trimmed line that the mutant begins on. */
export type KnownSurvivor = {
  readonly file: string
  readonly source: string
  readonly replacements: readonly string[]
  readonly reason: string
}

export const knownSurvivors: readonly KnownSurvivor[] = []
