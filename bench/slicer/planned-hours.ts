// Compares planned hours with the slicer's: plates are planned like orders, and each is sliced like the worker slices it.
//   bun bench/slicer/planned-hours.ts [pla|petg|abs|asa|tpu]
// Uses the small parts of estimate-parts.ts and estimate-held-out.ts, in quantities of 1, 4 and 9, printed as the estimate decides.
// Parts with supports and turned parts are listed separately.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGeometry } from '../../geometry/index.ts'
import { openTemporaryFiles } from '../../server/adapters/storage/temporary-files.ts'
import type { AccountId } from '../../server/domain/base/caller.ts'
import { isMaterial } from '../../server/domain/catalog/materials.ts'
import type { Material } from '../../server/domain/catalog/options.ts'
import { farmBed } from '../../server/domain/farm/printers/plate-profiles.ts'
import { sliceSettings } from '../../server/domain/measurement/slice-settings.ts'
import { poseOf, printedReport, supportsOf } from '../../server/domain/measurement/supports.ts'
import {
  copiesInBuildVolume,
  defaultPlates,
  plannedSeconds,
} from '../../server/domain/planning/plates.ts'
import { timesOfEstimate } from '../../server/domain/planning/print-times.ts'
import { modeledCentihours } from '../../server/domain/pricing/hours.ts'
import { openPlateProfiles } from '../../server/wiring/slicing/plate-profiles.ts'
import { createPlateSlicer } from '../../server/wiring/slicing/plate-slicer.ts'
import { findSlicer } from '../../slicer-bridge/readiness.ts'
import { makeStage } from '../../testing/slicer/stage.ts'
import { heldOut } from './estimate-held-out.ts'
import { parts } from './estimate-parts.ts'
import { stlOf } from './estimate-shapes.ts'

const orders = [
  { quantity: 1, layerHeight: 0.2, infill: 20 },
  { quantity: 4, layerHeight: 0.2, infill: 20 },
  { quantity: 9, layerHeight: 0.15, infill: 15 },
] as const

type Row = {
  readonly name: string
  readonly decision: 'none' | 'turn' | 'supports'
  readonly planned: number
  readonly priced: number
  readonly sliced: number
}

const material = requestedMaterial()

function requestedMaterial(): Material {
  const [, , word = 'pla'] = process.argv
  if (!isMaterial(word)) throw new Error('The argument is a material, such as tpu.')
  return word
}

const folder = mkdtempSync(join(tmpdir(), 'planned-hours-'))
const temporaryFiles = openTemporaryFiles(folder)
const geometry = createGeometry({ workers: 1 })
const limits = { wallMs: 600_000, cpuSeconds: 600 }
const slicerPath = findSlicer(null)
if (slicerPath === null) throw new Error('prusa-slicer is not on PATH.')
const stage = makeStage({ slicerPath, cage: 'optional', workers: 1, limits })
const slicer = createPlateSlicer({
  bridge: stage.bridge,
  geometry,
  temporaryFiles,
  profiles: openPlateProfiles([], console),
})

async function compare(name: string, path: string, order: (typeof orders)[number]) {
  const { quantity, layerHeight, infill } = order
  const options = { layerHeight, infill, nozzleDiameter: 0.4, nozzleFlow: 'standard' } as const
  const settings = sliceSettings(options)
  const source = { source: { path }, format: 'stl' } as const
  const measured = await geometry.measure(source)
  const estimate = await geometry.estimate({ ...source, settings })
  if (measured.kind !== 'mesh' || estimate.kind !== 'estimated') return null
  const decided = supportsOf(estimate)
  const { decision } = decided
  const { supports, orient } = poseOf(decided)
  const report = printedReport(measured.report, decided)
  const file = { kind: 'model', copies: copiesInBuildVolume(report.dimensionsMm) } as const
  const times = timesOfEstimate(estimate, material)
  let sliced = 0
  for (const copies of defaultPlates(quantity, file, times)) {
    const plate = await slicer.slice({
      path,
      sha256: 'ab'.repeat(32),
      format: 'stl',
      units: null,
      settings: { ...settings, ...(supports && { supports }) },
      orient,
      report,
      copies,
      material,
      profile: farmBed,
      isTurned: false,
      accountId: 'bench' as AccountId,
    })
    if (plate.kind !== 'plate') throw new Error(`${name}: ${plate.kind}`)
    await temporaryFiles.remove(plate.path)
    sliced += plate.seconds
  }
  const grams = Math.ceil(report.volumeCm3 * 1.24)
  const hours = modeledCentihours({ ...options, grams, material })
  const priced = 36 * hours * quantity
  return { name, decision, planned: plannedSeconds(quantity, file, times), priced, sliced }
}

const titles = { none: 'As it is', turn: 'Turned', supports: 'With supports' } as const

const ratio = (rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0) / rows.reduce((sum, row) => sum + row.sliced, 0)

function printSummary(title: string, rows: readonly Row[]): void {
  if (rows.length === 0) return
  const off = rows.map(({ planned, sliced }) => Math.abs(planned / sliced - 1))
  const near = off.filter((by) => by <= 0.1).length
  console.log(
    `${title}: ${rows.length} orders, planned ${ratio(rows, ({ planned }) => planned).toFixed(3)} of sliced (priced ${ratio(rows, ({ priced }) => priced).toFixed(2)}), ${near} within 10 %, worst ${(100 * Math.max(...off)).toFixed(0)} %`,
  )
}

try {
  const rows: Row[] = []
  const small = [...heldOut, ...parts].filter((part) => part.small)
  for (const [index, { name, triangles }] of small.entries()) {
    const path = temporaryFiles.path()
    writeFileSync(path, stlOf(triangles()))
    const order = orders[index % orders.length] ?? orders[0]
    const row = await compare(name, path, order)
    if (row === null) continue
    rows.push(row)
    const of = (row.planned / row.sliced).toFixed(3)
    console.log(`${of}  ${order.quantity} x ${name}, ${titles[row.decision].toLowerCase()}`)
  }
  for (const [decision, title] of Object.entries(titles)) {
    printSummary(
      title,
      rows.filter((row) => row.decision === decision),
    )
  }
} finally {
  await stage.end()
  await geometry.close()
  rmSync(folder, { recursive: true })
}
