// Checks whether a mesh can be printed: repairs it in memory and stores nothing. The format is taken from the file extension.
import { fail, ok, type Result } from '../base/result.ts'
import {
  type EstimateSoonDeps,
  estimateSoon,
  soonDeadline,
} from '../measurement/estimate-filament.ts'
import { type GeometryRefusal, geometryRefusal } from '../measurement/geometry-refusal.ts'
import { inspectSettings } from '../measurement/inspect-settings.ts'
import type { ReceivedMesh, Repairs, WallReport } from '../measurement/inspection.ts'
import type { ProcessReport } from '../measurement/processing.ts'
import { defaultSliceSettings } from '../measurement/slice-settings.ts'
import { supportsOf } from '../measurement/supports.ts'
import type { LengthUnit, MeshFormat } from '../models/format.ts'
import type { PrintabilityDeps } from './ports.ts'
import { publicVerdict, roundedFacts, withWalls } from './verdict.ts'
import { withSupports } from './with-supports.ts'

export type CheckInput = {
  readonly path: string
  readonly format: MeshFormat
  /** null = the format's default. */
  readonly units: LengthUnit | null
  readonly signal?: AbortSignal
}

/** The size limit of a checked file (contract.md 9.1). */
export const maxCheckedBytes = 25 * 1024 * 1024

export async function checkPrintability(
  { meshes }: { readonly meshes: Pick<PrintabilityDeps['meshes'], 'process'> },
  { path, format, units, signal }: CheckInput,
): Promise<Result<ProcessReport, GeometryRefusal>> {
  const outcome = await meshes.process({
    source: { path },
    format,
    outputs: {},
    ...(units === null ? {} : { units }),
    ...(signal === undefined ? {} : { signal }),
  })
  return outcome.kind === 'processed'
    ? ok(publicVerdict(outcome.report))
    : fail(geometryRefusal(outcome, overLimits))
}

/** What the file contained, what was repaired, and how thick the walls are. */
export type MeshFacts = {
  readonly received: ReceivedMesh
  readonly repaired: Repairs
  readonly walls: WallReport
}

/** `facts`: null when finding them took too long, which says nothing against the part. */
export type CheckedMesh = { readonly report: ProcessReport; readonly facts: MeshFacts | null }

/** Before the timeout of a check, in milliseconds: the response needs no estimate. */
export const estimateMarginMs = 5_000

export type CheckFactsDeps = EstimateSoonDeps & Pick<PrintabilityDeps, 'meshes'>

export type CheckFactsInput = CheckInput & {
  readonly sha256: string
  /** How long to wait for the estimate, by performance.now(). */
  readonly estimateBy: number
}

/**
 * A check with the facts of the file, and with the decision about supports where there is an estimate in time. Walls count as thin by the
 * limit of the default nozzle.
 */
export async function checkWithFacts(
  deps: CheckFactsDeps,
  { sha256, estimateBy, ...input }: CheckFactsInput,
): Promise<Result<CheckedMesh, GeometryRefusal>> {
  const checked = await checkPrintability(deps, input)
  if (!checked.ok) return checked
  const { path, format, units, signal } = input
  const job = {
    source: { path },
    format,
    ...(units === null ? {} : { units }),
    ...(signal === undefined ? {} : { signal }),
  }
  const outcome = await deps.meshes.inspect({
    ...job,
    settings: inspectSettings(defaultSliceSettings),
  })
  if (outcome.kind === 'unreadable') return fail(geometryRefusal(outcome, overLimits))
  // A part that took too long to inspect would take too long here as well, unless its estimate is stored.
  const deadline = outcome.kind === 'inspected' ? estimateBy : 0
  const part = { ...input, sha256, settings: defaultSliceSettings }
  const estimate = await estimateSoon(deps, part, Math.min(deadline, soonDeadline()))
  const report =
    estimate === null ? checked.value : withSupports(checked.value, supportsOf(estimate))
  if (outcome.kind !== 'inspected') {
    return ok({ report: withRemark(report, wallsNotMeasured), facts: null })
  }
  const { received, walls } = roundedFacts(outcome)
  const judged = withWalls(report, outcome.walls, outcome.report.surfaceCm2)
  return ok({
    report: walls.complete ? judged : withRemark(judged, wallsInPart),
    facts: { received, repaired: outcome.report.repaired, walls },
  })
}

const wallsNotMeasured =
  'Its walls were not measured, because that took too long: some may be thin.'
export const wallsInPart =
  'Its surface is too intricate to measure every wall: more of them may be thin.'

const withRemark = (report: ProcessReport, message: string): ProcessReport => ({
  ...report,
  recommendations: [
    ...report.recommendations,
    { code: 'walls_not_measured', message, at: null, sizeMm: null },
  ],
})

const simplify = 'Simplify the model and send it again.'
const overLimits = {
  timedOut: `Checking it took too long. ${simplify}`,
  crashed: `Checking it needed too much memory. ${simplify}`,
}

/** null when the file is not a mesh. A 3MF counts as a mesh, also when it contains sliced plates as well. */
export function checkableFormat(fileName: string): MeshFormat | null {
  const extension = /\.(stl|obj|glb|gltf|3mf)$/i.exec(fileName)?.[1]?.toLowerCase()
  switch (extension) {
    case 'stl':
    case 'obj':
    case 'glb':
    case 'gltf':
    case '3mf':
      return /\.gcode\.3mf$/i.test(fileName) ? null : extension
    default:
      return null
  }
}
