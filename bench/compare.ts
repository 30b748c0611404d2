// `npm run bench:compare -- A B`: compares two runs row by row. Each run is given by file or
// commit; B defaults to the latest run. Exits with 1 for a significant regression over 5 %, and
// with 2 when a run cannot be found or read, or when both runs are the same.
import { readCommandLine } from '../server/local/launcher/command-line.ts'
import { compareResults, comparisonSummary, comparisonText } from './runner/compare-results.ts'
import { findResults, headText, latestName, readResults, refuseSameRun } from './runner/results.ts'

const { positionals, refuse } = readCommandLine(
  'npm run bench:compare -- A [B]. A and B are files of bench/results, or commits; B is the latest run unless given.',
  { allowPositionals: true },
)
const [first = refuse('A run is missing.'), second = latestName, ...rest] = positionals
if (rest.length > 0) refuse('Only two runs can be compared.')
try {
  const [one, other] = [findResults(first), findResults(second)]
  const [before, after] = [readResults(one), readResults(other)]
  refuseSameRun(before, after)
  console.log(`A  ${headText(one, before)}\nB  ${headText(other, after)}\n`)
  const rows = compareResults(before, after)
  console.log(comparisonText(rows))
  console.log(`\n${comparisonSummary(rows)}`)
  process.exitCode = rows.some(({ outcome }) => outcome === 'regression') ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
