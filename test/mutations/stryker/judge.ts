// Whether a part's mutants are noticed as its row in parts.ts demands.
import type { Part } from './parts.ts'
import type { Mutant } from './run-part.ts'
import { type KnownSurvivor, knownSurvivors } from './survivors.ts'

export type Verdict = { readonly ok: boolean; readonly lines: readonly string[] }

/** `known`: the rows of survivors.ts, or others in tests. */
export function judge(
  part: Pick<Part, 'name' | 'leastPercent'>,
  mutants: readonly Mutant[],
  known: readonly KnownSurvivor[] = knownSurvivors,
): Verdict {
  const tried = mutants.filter(({ status }) => status !== 'Ignored')
  const survivors = tried.filter(({ status }) => status === 'Survived')
  const unexplained = survivors.filter((mutant) => !known.some((row) => explains(row, mutant)))
  const killed = tried.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const percent = tried.length === 0 ? 0 : (100 * killed) / tried.length
  const lines = [
    `${part.name}: ${tried.length} mutants tried, ${killed} killed (${percent.toFixed(1)} %), ` +
      `${survivors.length - unexplained.length} survivors with a reason, ${unexplained.length} without`,
    ...unexplained.map(
      ({ file, line, source, mutator, replacement }) =>
        `  ${file}:${line} ${mutator}: ${source}\n    -> ${replacement}`,
    ),
  ]
  if (part.leastPercent !== null) {
    return { ok: tried.length > 0 && percent >= part.leastPercent, lines }
  }
  // Neither killed nor survived: the mutant could not be tried, which proves nothing.
  const untried = tried.length - killed - survivors.length
  return { ok: tried.length > 0 && unexplained.length === 0 && untried === 0, lines }
}

const explains = (known: KnownSurvivor, { file, source, replacement }: Mutant): boolean =>
  known.file === file && known.source === source && known.replacements.includes(replacement)
