// Compares the predicted time of a slice with the processor time of the slicer, part by part. The factors of
// slicer-bridge/queue/predict-duration.ts were fitted to these times.
//   bun bench/slicer/slice-time.ts
// Slices each part at 0.2 mm and 20 %, and a quarter of them each at 0.1 mm, at 100 %, and at 0.3 mm with 50 %. Takes ten minutes.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGeometry } from '../../geometry/index.ts'
import { referenceMs, type SliceFacts } from '../../slicer-bridge/queue/predict-duration.ts'
import { modelFile, profileFile, sliceArguments } from '../../slicer-bridge/settings/command.ts'
import { profileText } from '../../slicer-bridge/settings/profile.ts'
import { quantile } from '../lib/statistics.ts'
import { parts } from './estimate-parts.ts'
import { stlOf } from './estimate-shapes.ts'
import type { Model } from './models.ts'
import { type SlicerBench, sliceSettings, withSlicerBench } from './stage.ts'

const maxSeconds = 90
const variants = [
  sliceSettings,
  { ...sliceSettings, layerHeightMm: 0.1 },
  { ...sliceSettings, infillPercent: 100 },
  { ...sliceSettings, layerHeightMm: 0.3, infillPercent: 50 },
] as const
type Settings = (typeof variants)[number]

function modelsOf({ folder, models }: SlicerBench): Model[] {
  const own = parts.map(({ name, triangles }, at) => {
    const stlPath = join(folder, `part-${at}.stl`)
    writeFileSync(stlPath, stlOf(triangles()))
    return { name, stlPath }
  })
  return [...models, ...own]
}

/** Returns the processor time; `null` when the slicer refuses the part or takes too long. */
async function processorMs(
  { slicerPath, folder }: SlicerBench,
  { stlPath }: Model,
  settings: Settings,
): Promise<number | null> {
  const cwd = join(folder, 'job')
  mkdirSync(cwd)
  writeFileSync(join(cwd, profileFile), profileText)
  writeFileSync(join(cwd, modelFile), await Bun.file(stlPath).bytes())
  const words = sliceArguments(settings, { profile: 'quote', raft: false })
  const child = Bun.spawn(['timeout', `${maxSeconds}`, slicerPath, ...words], {
    cwd,
    env: {},
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const code = await child.exited
  rmSync(cwd, { recursive: true })
  return code === 0 ? Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000 : null
}

async function factsOf(
  geometry: ReturnType<typeof createGeometry>,
  { stlPath }: Model,
): Promise<SliceFacts | null> {
  const measured = await geometry.measure({ source: { path: stlPath }, format: 'stl' })
  if (measured.kind !== 'mesh') return null
  const { dimensionsMm, triangles, surfaceCm2, volumeCm3, components } = measured.report
  return { heightMm: dimensionsMm[2], triangles, surfaceCm2, volumeCm3, components }
}

async function compare(bench: SlicerBench): Promise<void> {
  const geometry = createGeometry({ workers: 1 })
  const factors: number[] = []
  for (const [at, model] of modelsOf(bench).entries()) {
    const facts = await factsOf(geometry, model)
    const chosen = variants.filter((_, variant) => variant === 0 || variant === at % 4)
    for (const settings of facts === null ? [] : chosen) {
      const ms = await processorMs(bench, model, settings)
      if (ms === null || facts === null) continue
      const predicted = referenceMs(facts, settings)
      factors.push(Math.max(ms / predicted, predicted / ms))
      const { layerHeightMm, infillPercent } = settings
      console.log(
        `${model.name} ${layerHeightMm} mm ${infillPercent} %`.padEnd(48),
        `${ms.toFixed(0)} ms, predicted ${predicted.toFixed(0)} ms`,
      )
    }
  }
  geometry.close()
  const [half, most, worst] = [0.5, 0.9, 1].map((share) => quantile(factors, share).toFixed(2))
  console.log(`${factors.length} slices: off by ${half} times, p90 ${most}, at most ${worst}`)
}

if (import.meta.main) await withSlicerBench(compare)
