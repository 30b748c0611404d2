// The file of a run: bench/results/<date>-<commit>[-dirty].json. It is rewritten after each row, so
// that an interrupted run leaves a valid file.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative } from 'node:path'
import * as v from 'valibot'
import { measuredOf, type Row } from '../lib/row.ts'
import { median, spreadOf } from '../lib/statistics.ts'
import { commitOf } from './commit.ts'
import { type Load, loadSchema, unknownLoad, verdictOf, verdicts } from './load.ts'

export const resultsFolder = join(import.meta.dir, '../results')
export const latestName = 'latest.json'

const better = v.picklist(['more', 'less'])
const rowSchema = v.object({
  scenario: v.string(),
  name: v.string(),
  /** Figure for display. The numbers below have full precision. */
  figure: v.string(),
  aim: v.string(),
  detail: v.string(),
  /**
   * Value of the figure; the median where there are samples. `null` for a figure that is not a
   * number.
   */
  value: v.nullable(v.number()),
  unit: v.string(),
  better: v.nullable(better),
  aimValue: v.nullable(v.number()),
  samples: v.array(v.number()),
  /** Spread; `null` for fewer than three samples. For an exact figure, both ends are its value. */
  spread: v.nullable(v.object({ p10: v.number(), p90: v.number() })),
  sides: v.nullable(
    v.object({
      /** Absent in older files. */
      name: v.optional(v.string()),
      unit: v.string(),
      better,
      bars: v.array(v.object({ name: v.string(), value: v.number() })),
    }),
  ),
  load: loadSchema,
  verdict: v.picklist(verdicts),
})

const resultsSchema = v.object({
  schema: v.literal(1),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  seconds: v.number(),
  commit: v.string(),
  /** Whether files differ from the commit. */
  dirty: v.boolean(),
  quick: v.boolean(),
  /** State of the run. It is `interrupted` while the run is in progress. */
  ended: v.picklist(['interrupted', 'complete']),
  machine: v.object({
    cpu: v.string(),
    cores: v.number(),
    memoryGiB: v.number(),
    os: v.string(),
    bun: v.string(),
    postgres: v.string(),
    loadTool: v.string(),
  }),
  rows: v.array(rowSchema),
  /** Scenarios that did not return all of their rows, with the reasons. */
  failed: v.array(v.object({ scenario: v.string(), reason: v.string() })),
  skipped: v.array(v.object({ scenario: v.string(), reason: v.string() })),
})

export type StoredRow = v.InferOutput<typeof rowSchema>
export type Results = v.InferOutput<typeof resultsSchema>

/**
 * Returns the row as stored. `measuredLoad` is the load during the measurement; an exact figure
 * does not depend on it.
 */
export function storedRow(scenario: string, row: Row, measuredLoad: Load): StoredRow {
  const { name, figure, aim, detail, met, samples = [], sides = null, exact } = row
  const load = exact ? unknownLoad : measuredLoad
  const finite = samples.filter(Number.isFinite)
  const measured = measuredOf(row)
  const found = finite.length > 0 && row.value === undefined ? median(finite) : measured.value
  const value = found !== null && Number.isFinite(found) ? found : null
  return {
    scenario,
    name,
    figure,
    aim,
    detail,
    ...measured,
    value,
    samples: finite,
    spread: exact && value !== null ? { p10: value, p90: value } : spreadOf(finite),
    sides: sides === null ? null : { ...sides, bars: [...sides.bars] },
    load,
    verdict: verdictOf(met, load),
  }
}

/** Returns the file name. It starts with the date, so that names sort by age. */
export function fileName({
  startedAt,
  commit,
  dirty,
}: Pick<Results, 'startedAt' | 'commit' | 'dirty'>): string {
  const date = startedAt.slice(0, 19).replaceAll(':', '')
  return `${date}-${commit}${dirty ? '-dirty' : ''}.json`
}

/**
 * Writes the results atomically by renaming. A reader or a killed run never leaves or sees a
 * partial file.
 */
export function writeResults(results: Results, folder = resultsFolder): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, fileName(results))
  writeFileSync(`${path}.new`, `${JSON.stringify(results, null, 2)}\n`)
  renameSync(`${path}.new`, path)
  copyFileSync(path, join(folder, `${latestName}.new`))
  renameSync(join(folder, `${latestName}.new`), join(folder, latestName))
  return path
}

/** Reads a file of results. Throws a sentence when the file is not one. */
export function readResults(path: string): Results {
  const json = readJson(path)
  const parsed = v.safeParse(resultsSchema, json)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(
    `${path} does not hold results of this version of the bench: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`,
  )
}

function readJson(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${path} cannot be read as JSON: it is damaged, or only half of a file.`)
  }
}

/**
 * Reads all results, oldest first. Skips files without results of this version, each with a
 * sentence that gives the reason.
 */
export function readAllResults(folder = resultsFolder): {
  readonly results: readonly Results[]
  readonly unreadable: readonly string[]
} {
  const results: Results[] = []
  const unreadable: string[] = []
  for (const name of storedNames(folder)) {
    try {
      results.push(readResults(join(folder, name)))
    } catch (error) {
      unreadable.push(error instanceof Error ? error.message : String(error))
    }
  }
  return { results, unreadable }
}

/**
 * Returns the path of a run, given as a path, a name in the folder, or a commit in git notation
 * (`0123abcd`, `HEAD~1`, a branch). For a commit, returns its newest run. Throws a sentence when
 * there is none.
 */
export function findResults(wanted: string, folder = resultsFolder): string {
  const inFolder = join(folder, basename(wanted))
  const direct = [wanted, inFolder, `${inFolder}.json`].find(isFile)
  if (direct !== undefined) return direct
  const stored = storedNames(folder)
  const commit = /^[0-9a-f]{4,}$/.test(wanted) ? wanted : commitOf(wanted)
  const ofCommit = stored.findLast((name) => isSameCommit(commitIn(name), commit))
  if (ofCommit !== undefined) return join(folder, ofCommit)
  const isNamed = commit !== null && commit !== wanted
  const what = isNamed ? `run of ${wanted} (commit ${commit})` : `file and no commit ${wanted}`
  throw new Error(`There is no ${what} in the results. Stored: ${stored.join(', ') || 'none'}.`)
}

/**
 * Throws a sentence when both are the same run, even if one of them was read from its copy, the
 * latest file.
 */
export function refuseSameRun(before: Results, after: Results, folder = resultsFolder): void {
  if (fileName(before) !== fileName(after)) return
  const { commit } = after
  const others = storedNames(folder).filter((name) => isSameCommit(commitIn(name), commit))
  throw new Error(
    `A and B are the same run. Runs of ${commit}: ${others.join(', ') || 'none in bench/results'}.`,
  )
}

/** Returns two lines: the source and size of the run, then its commit and machine. */
export function headText(path: string, results: Results): string {
  const { commit, dirty, startedAt, machine, quick, ended, rows } = results
  const name = fileName(results)
  const copy = basename(path) === name ? '' : ` (${name})`
  const extent = [
    rows.length === 1 ? '1 row' : `${rows.length} rows`,
    ended === 'complete' ? 'complete' : 'interrupted, or still running',
    ...(quick ? ['quick'] : []),
  ]
  const state = [
    `${commit}${dirty ? ' with changes' : ''}`,
    startedAt,
    `${machine.cores} x ${machine.cpu}`,
    `Bun ${machine.bun}`,
  ]
  return `${relative(process.cwd(), path)}${copy}: ${extent.join(', ')}\n   ${state.join(', ')}`
}

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Returns whether both are the same commit. One of them may be abbreviated. */
const isSameCommit = (stored: string, wanted: string | null): boolean =>
  wanted !== null && (stored.startsWith(wanted) || wanted.startsWith(stored))

/** Returns the commit in a file name: `2026-01-31T120000-0123abcd-dirty.json` gives 0123abcd. */
function commitIn(name: string): string {
  return /^\d{4}-\d\d-\d\dT\d{6}-([0-9a-f]+)/.exec(name)?.[1] ?? ''
}

function storedNames(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => commitIn(name) !== '' && name.endsWith('.json'))
    .toSorted()
}
