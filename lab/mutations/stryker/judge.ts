// Judges whether a part's mutants are detected as its row in parts.ts requires.
import type { Part } from './parts.ts'
import type { Mutant } from './run-part.ts'
import { type KnownSurvivor, knownSurvivors } from './survivors.ts'

export type Verdict = { readonly ok: boolean; readonly lines: readonly string[] }

export type Evidence = {
  readonly mutants: readonly Mutant[]
  /** Whether these are all mutants of the part: only then is a row of `known` without a survivor outdated. */
  readonly isWhole: boolean
  /** Defaults to the rows of survivors.ts. */
  readonly known?: readonly KnownSurvivor[]
}

export function judge(
  { name, leastPercent }: Pick<Part, 'name' | 'leastPercent'>,
  { mutants, isWhole, known = knownSurvivors }: Evidence,
): Verdict {
  const tried = mutants.filter(({ status }) => status !== 'Ignored')
  const survivors = tried.filter(({ status }) => status === 'Survived')
  const rows = known.filter(({ part }) => part === name)
  const unexplained = survivors.filter((mutant) => !rows.some((row) => explains(row, mutant)))
  const outdated = isWhole
    ? rows.filter((row) => !survivors.some((mutant) => explains(row, mutant)))
    : []
  const killed = tried.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  // The mutant was neither killed nor did it survive: it could not be tried, which proves nothing.
  const untried = tried.length - killed - survivors.length
  const percent = tried.length === 0 ? 0 : (100 * killed) / tried.length
  const lines = [
    `${name}: ${tried.length} mutants, ${killed} killed (${percent.toFixed(1)} %), ` +
      `${survivors.length - unexplained.length} survivors with a reason, ${unexplained.length} without, ${untried} untried`,
    ...unexplained.map(
      ({ file, line, source, mutator, original, replacement }) =>
        `  ${file}:${line} ${mutator}: ${source}\n    ${original}\n    -> ${replacement}`,
    ),
    ...outdated.map(({ file, source }) => `  survivors.ts is out of date: ${file}: ${source}`),
  ]
  const meetsDemand =
    leastPercent === null
      ? unexplained.length + outdated.length + untried === 0
      : percent >= leastPercent
  return { ok: tried.length > 0 && meetsDemand, lines }
}

const explains = (known: KnownSurvivor, mutant: Mutant): boolean =>
  known.file === mutant.file &&
  known.source === mutant.source &&
  known.changes.some(
    ([original, replacement]) => original === mutant.original && replacement === mutant.replacement,
  )
