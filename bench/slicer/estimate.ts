// Measures the deviation of the geometry estimate from PrusaSlicer, model by model, with a new run of both.
//   cargo build --release --example estimate
//   bun bench/slicer/estimate.ts [--all] [--cache FOLDER]
// Without --all, only the small parts are sliced. The constants of geometry/src/estimate were fitted to estimate-parts.ts, to
// estimate-clusters.ts and to half of the corpus ("fit"). The aims apply to estimate-held-out.ts and the other half ("judged").
// Corpus models shorter than 25 mm are scaled to 60 mm, and those longer than 300 mm to 240 mm. Models that are not watertight are skipped.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import type { Row as BenchRow } from '../lib/compare.ts'
import type { Need } from '../lib/scenario.ts'
import { clusters } from './estimate-clusters.ts'
import { heldOut, heldOutCorpus } from './estimate-held-out.ts'
import { parts } from './estimate-parts.ts'
import { stlOf } from './estimate-shapes.ts'
import { missingSlicer, slice } from './estimate-slices.ts'

const infills = [10, 20, 50, 100]
const aims = { grams: 1.5, gramsP90: 3, seconds: 5, secondsP90: 10 }
export const corpus = join(import.meta.dir, '../../../shared/corpus')
const target = process.env['CARGO_TARGET_DIR'] ?? join(import.meta.dir, '../../target')
export const native = join(target, 'release/examples/estimate')

type Set = 'fit' | 'judged'
type Source = {
  name: string
  file: string
  scale: string
  small: boolean
  set: Set
}
type Native = {
  watertight: boolean
  triangles: number
  estimates: {
    infill: number
    ms: number
    estimate: { filamentCm3: number; seconds: number; range: Ranges } | null
  }[]
}
type Ranges = { filamentCm3: [number, number]; seconds: [number, number] }
type Row = {
  name: string
  infill: number
  fit: boolean
  small: boolean
  stl: string
  triangles: number
  ms: number
  estimate: { cm3: number; seconds: number; range: Ranges } | null
}
type Deviation = { row: Row; grams: number; seconds: number; within: [boolean, boolean] }

function sources(folder: string): Source[] {
  const generated = [
    ...[...parts, ...clusters].map((part) => ({ ...part, set: 'fit' as const })),
    ...heldOut.map((part) => ({ ...part, set: 'judged' as const })),
  ]
  const own = generated.map(({ name, small, set, triangles }) => {
    const file = join(folder, `${name}.stl`)
    writeFileSync(file, stlOf(triangles()))
    return { name, file, scale: '1', small, set }
  })
  const found = existsSync(corpus) ? readdirSync(corpus) : []
  // The reader of the estimate refuses sliced and malicious 3MF files.
  const models = found.filter((name) => /\.(stl|glb|obj|3mf)$/i.test(name))
  return [
    ...own,
    ...models.map((name) => ({
      name,
      file: join(corpus, name),
      scale: 'fit',
      small: false,
      set: heldOutCorpus.has(name) ? ('judged' as const) : ('fit' as const),
    })),
  ]
}

/** Estimates every watertight model. Returns rows sorted by name. */
function estimates(folder: string): Row[] {
  const rows: Row[] = []
  const sorted = sources(folder).sort((a, b) => (a.name < b.name ? -1 : 1))
  const placed = join(folder, 'placed')
  mkdirSync(placed)
  for (const { name, file, scale, small, set } of sorted) {
    const stl = join(placed, `${name}.stl`)
    const run = Bun.spawnSync([native, file, scale, stl, '0.2', ...infills.map(String)])
    if (run.exitCode !== 0) {
      console.error(`skipped: ${name}: ${run.stderr.toString().trim()}`)
      continue
    }
    // The example program writes this format.
    const output = JSON.parse(run.stdout.toString()) as Native
    if (!output.watertight) {
      console.error(`skipped: ${name}: not watertight`)
      continue
    }
    const fit = set === 'fit'
    for (const { infill, ms, estimate } of output.estimates) {
      const found =
        estimate === null
          ? null
          : { cm3: estimate.filamentCm3, seconds: estimate.seconds, range: estimate.range }
      const { triangles } = output
      rows.push({ name, infill, fit, small, stl, triangles, ms, estimate: found })
    }
  }
  return rows
}

function compare(
  rows: readonly Row[],
  { folder, cache, print }: { folder: string; cache: string | null; print: (line: string) => void },
): Deviation[] {
  const all: Deviation[] = []
  for (const row of rows) {
    const truth = slice(row.stl, row.infill, folder, cache)
    if (truth === null || row.estimate === null) {
      const who = truth === null ? 'the slicer' : 'the estimate'
      console.error(`no result: ${row.name} at ${row.infill} % by ${who}`)
      continue
    }
    const { cm3, seconds, range } = row.estimate
    const grams = 100 * (cm3 / truth.cm3 - 1)
    const inside = ([low, high]: [number, number], value: number) => low <= value && value <= high
    all.push({
      row,
      grams,
      seconds: 100 * (seconds / truth.seconds - 1),
      within: [inside(range.filamentCm3, truth.cm3), inside(range.seconds, truth.seconds)],
    })
    const line = `${row.name} at ${row.infill} %`.padEnd(36)
    const last = all.at(-1)
    print(
      `${line}${row.fit ? 'fit   ' : 'judged'} ${truth.cm3.toFixed(2).padStart(8)} cm3 ${(last?.grams ?? 0).toFixed(1).padStart(6)} %  ${String(truth.seconds).padStart(6)} s ${(last?.seconds ?? 0).toFixed(1).padStart(6)} %  ${row.ms.toFixed(1).padStart(6)} ms native`,
    )
  }
  return all
}

export function summary(errors: readonly number[]): {
  mean: number
  median: number
  p90: number
  max: number
} {
  const sorted = errors.map(Math.abs).sort((a, b) => a - b)
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  const mean = sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length)
  return { mean, median: at(0.5), p90: at(0.9), max: at(1) }
}

function report(label: string, all: readonly Deviation[], print: (line: string) => void): void {
  for (const infill of [...infills, null]) {
    const chosen = all.filter(({ row }) => infill === null || row.infill === infill)
    for (const of of ['grams', 'seconds'] as const) {
      const { mean, median, p90, max } = summary(chosen.map((off) => off[of]))
      const at = infill === null ? 'all' : `${infill} %`
      print(
        `${label.padEnd(8)}${of.padEnd(8)} ${at.padStart(6)}: mean ${mean.toFixed(1)} %, median ${median.toFixed(1)}, p90 ${p90.toFixed(1)}, max ${max.toFixed(1)} (${chosen.length} slices)`,
      )
    }
  }
  const share = (which: 0 | 1) =>
    (100 * all.filter(({ within }) => within[which]).length) / Math.max(1, all.length)
  print(
    `${label.padEnd(8)}in range: ${share(0).toFixed(0)} % by grams, ${share(1).toFixed(0)} % by seconds`,
  )
}

export const nativeEstimate: Need = {
  name: 'the native build of the estimate',
  missing: () =>
    existsSync(native) ? null : `${native} is missing: cargo build --release --example estimate`,
}

export function benchEstimate({
  all: wantsAll = false,
  cache = null,
  print = () => {},
}: {
  all?: boolean
  cache?: string | null
  /** Receives a line for each slice. */
  print?: (line: string) => void
} = {}): BenchRow[] {
  const folder = mkdtempSync(join(tmpdir(), 'bench-estimate-'))
  try {
    const rows = estimates(folder).filter((row) => wantsAll || row.small)
    const all = compare(rows, { folder, cache, print })
    const judged = all.filter(({ row }) => !row.fit)
    report(
      'fit',
      all.filter(({ row }) => row.fit),
      print,
    )
    report('judged', judged, print)
    return [rowOf('grams', judged), rowOf('seconds', judged)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowOf(what: 'grams' | 'seconds', judged: readonly Deviation[]): BenchRow {
  const { mean, median, p90, max } = summary(judged.map((off) => off[what]))
  const meanAim = aims[what]
  const p90Aim = aims[`${what}P90`]
  return {
    name: `estimate against the slicer, ${what}, judged half`,
    figure: `mean ${mean.toFixed(1)} %, p90 ${p90.toFixed(1)} %`,
    aim: `mean ${meanAim} %, p90 ${p90Aim} %`,
    met: judged.length > 0 && mean <= meanAim && p90 <= p90Aim,
    value: mean,
    unit: '%',
    better: 'less',
    detail: `median ${median.toFixed(1)} %, max ${max.toFixed(1)} %, ${judged.length} slices of ${new Set(judged.map(({ row }) => row.name)).size} models`,
  }
}

if (import.meta.main) {
  const { values } = readCommandLine('bun bench/slicer/estimate.ts [--all] [--cache FOLDER]', {
    options: { all: { type: 'boolean' }, cache: { type: 'string' } },
  })
  const missing = nativeEstimate.missing() ?? missingSlicer()
  if (missing !== null) {
    console.error(missing)
    process.exit(2)
  }
  const rows = benchEstimate({
    all: values.all ?? false,
    cache: values.cache ?? null,
    print: (line) => console.log(line),
  })
  for (const { name, figure, aim, met } of rows) {
    console.log(`${name}: ${figure}; aim ${aim}${met ? ' (met)' : ' (MISSED)'}`)
  }
  process.exitCode = rows.every(({ met }) => met) ? 0 : 1
}
