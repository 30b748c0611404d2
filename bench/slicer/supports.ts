// Measures the deviation of the estimate with supports from PrusaSlicer with automatic supports, model by model, with a new run of
// both.
//   cargo build --release --example estimate
//   bun bench/slicer/supports.ts [--cache FOLDER] [--only TEXT]
// The constants of geometry/src/estimate/supports were fitted to support-parts.ts ("fit"); the aims apply to support-held-out.ts
// ("judged").
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import type { Row as BenchRow } from '../lib/compare.ts'
import { corpus, native, nativeEstimate, summary } from './estimate.ts'
import { stlOf } from './estimate-shapes.ts'
import { missingSlicer, slice } from './estimate-slices.ts'
import { heldOutOverhangs, heldOutPoses } from './support-held-out.ts'
import { fitPoses, type Overhang, overhangs, type Pose } from './support-parts.ts'

const infill = 20
const aims = { grams: 3, gramsP90: 7, seconds: 6, secondsP90: 12 }

type Model = { name: string; file: string; pose: string; judged: boolean }
type Figures = { cm3: number; seconds: number }
type Deviation = Model & { grams: number; seconds: number }

/** Output of the example program. */
type Native = {
  estimates: {
    estimate: {
      filamentCm3: number
      seconds: number
      supports: { unsupportedMm2: number; filamentCm3: number; seconds: number }
    } | null
  }[]
}

function models(folder: string): Model[] {
  const generated = (parts: readonly Overhang[], judged: boolean) =>
    parts.map(({ name, triangles }): Model => {
      const file = join(folder, `${name}.stl`)
      writeFileSync(file, stlOf(triangles()))
      return { name, file, pose: '1', judged }
    })
  const posed = (poses: readonly Pose[], judged: boolean) =>
    poses
      .map(
        ({ file, turn, sizeMm }): Model => ({
          name: `${file}, ${turn.join(' ')}`,
          file: join(corpus, file),
          pose: [...turn, sizeMm].join(','),
          judged,
        }),
      )
      .filter(({ file }) => existsSync(file))
  return [
    ...generated(overhangs, false),
    ...posed(fitPoses, false),
    ...generated(heldOutOverhangs, true),
    ...posed(heldOutPoses, true),
  ]
}

type Options = {
  cache?: string | null
  /** Limits the run to models whose name contains this text. */
  only?: string
  set?: 'fit' | 'judged'
  /** Receives a line for each model. */
  print?: (line: string) => void
}

function compare(
  model: Model,
  folder: string,
  { cache = null, print = () => {} }: Options,
): Deviation | null {
  const stl = join(folder, 'placed.stl')
  const run = Bun.spawnSync([native, model.file, model.pose, stl, '0.2', `${infill}`])
  const output = run.exitCode === 0 ? (JSON.parse(run.stdout.toString()) as Native) : null
  const estimate = output?.estimates[0]?.estimate ?? null
  const [alone, truth] = [false, true].map((supports) =>
    slice(stl, infill, folder, cache, supports),
  )
  if (!(estimate && alone && truth)) {
    print(`no result: ${model.name} ${run.stderr.toString().trim()}`)
    return null
  }
  const own: Figures = {
    cm3: estimate.filamentCm3 + estimate.supports.filamentCm3,
    seconds: estimate.seconds + estimate.supports.seconds,
  }
  const off = (found: number, expected: number) => 100 * (found / expected - 1)
  const [grams, seconds] = [off(own.cm3, truth.cm3), off(own.seconds, truth.seconds)]
  const added = (of: (figures: Figures) => number, of2: number) =>
    `${(of(truth) - of(alone)).toFixed(2).padStart(7)} ${of2.toFixed(2).padStart(7)}`
  const cells = [
    model.name.padEnd(34),
    model.judged ? 'judged' : 'fit   ',
    `cm3 ${truth.cm3.toFixed(2).padStart(6)} ${grams.toFixed(1).padStart(6)} %`,
    `s ${String(truth.seconds).padStart(5)} ${seconds.toFixed(1).padStart(6)} %`,
    `alone ${off(estimate.filamentCm3, alone.cm3).toFixed(1).padStart(5)} % ${off(estimate.seconds, alone.seconds).toFixed(1).padStart(5)} %`,
    `supports, sliced and estimated: cm3 ${added(({ cm3 }) => cm3, estimate.supports.filamentCm3)}`,
    `s ${added((figures) => figures.seconds, estimate.supports.seconds)}`,
    `mm2 ${estimate.supports.unsupportedMm2.toFixed(0)}`,
  ]
  print(cells.join('  '))
  return { ...model, grams, seconds }
}

export function benchSupports(options: Options = {}): BenchRow[] {
  const folder = mkdtempSync(join(tmpdir(), 'bench-supports-'))
  const { only = '', set, print = () => {} } = options
  try {
    const chosen = models(folder).filter(
      (model) =>
        model.name.includes(only) && (set === undefined || model.judged === (set === 'judged')),
    )
    const found = chosen
      .map((model) => compare(model, folder, options))
      .filter((off) => off !== null)
    const [fit, judged] = [false, true].map((wanted) =>
      found.filter((off) => off.judged === wanted),
    )
    for (const what of ['grams', 'seconds'] as const) {
      const { figure, detail } = rowOf(what, fit ?? [])
      print(`fit, ${what}: ${figure}, ${detail}`)
    }
    return [rowOf('grams', judged ?? []), rowOf('seconds', judged ?? [])]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowOf(what: 'grams' | 'seconds', all: readonly Deviation[]): BenchRow {
  const { mean, median, p90, max } = summary(all.map((off) => off[what]))
  const [meanAim, p90Aim] = [aims[what], aims[`${what}P90`]]
  return {
    name: `estimate with supports against the slicer, ${what}, judged models`,
    figure: `mean ${mean.toFixed(1)} %, p90 ${p90.toFixed(1)} %`,
    aim: `mean ${meanAim} %, p90 ${p90Aim} %`,
    met: all.length > 0 && mean <= meanAim && p90 <= p90Aim,
    value: mean,
    unit: '%',
    better: 'less',
    detail: `median ${median.toFixed(1)} %, max ${max.toFixed(1)} %, ${all.length} models`,
  }
}

if (import.meta.main) {
  const { values } = readCommandLine(
    'bun bench/slicer/supports.ts [--cache FOLDER] [--only TEXT]',
    {
      options: { cache: { type: 'string' }, only: { type: 'string' } },
    },
  )
  const missing = nativeEstimate.missing() ?? missingSlicer()
  if (missing !== null) {
    console.error(missing)
    process.exit(2)
  }
  const rows = benchSupports({
    cache: values.cache ?? null,
    only: values.only ?? '',
    print: (line) => console.log(line),
  })
  for (const { name, figure, aim, met, detail } of rows) {
    console.log(`${name}: ${figure}; aim ${aim}${met ? ' (met)' : ' (MISSED)'}; ${detail}`)
  }
  process.exitCode = rows.every(({ met }) => met) ? 0 : 1
}
