// Checks whether a mesh can be printed: repairs it in memory and stores nothing. The format is taken from the file extension.
import { fail, ok, type Result } from '../base/result.ts'
import { readEstimate, saveEstimate } from '../measurement/estimate-filament.ts'
import { type GeometryRefusal, geometryRefusal } from '../measurement/geometry-refusal.ts'
import { inspectSettings } from '../measurement/inspect-settings.ts'
import type {
  FaultKind,
  InspectOutcome,
  PictureRequest,
  ReceivedMesh,
  Repairs,
  WallReport,
} from '../measurement/inspection.ts'
import type { CertainEstimate, ProcessReport } from '../measurement/processing.ts'
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

/** Before the timeout of a check, in milliseconds: the response needs neither walls nor an estimate. */
export const estimateMarginMs = 5_000

export type CheckFactsDeps = Pick<PrintabilityDeps, 'meshes' | 'printEstimates' | 'log'>

export type CheckFactsInput = CheckInput & {
  readonly sha256: string
  /** How long to wait for walls and estimate, by performance.now(). */
  readonly estimateBy: number
  /** Absent: no picture. */
  readonly picture?: PictureRequest | undefined
}

/** `drawn`: null where no picture was requested, or where the part took too long. */
export type CheckedAndDrawn = CheckedMesh & { readonly drawn: FaultPicture | null }

/** A picture with what is marked in it. */
export type FaultPicture = {
  /** PNG. */
  readonly picture: Uint8Array
  readonly marked: readonly FaultKind[]
}

/**
 * A check with the facts of the file, with the decision about supports, and with a picture where one is wanted: one job, because each would
 * read and repair the file once more. Walls count as thin by the limit of the default nozzle.
 */
export async function checkWithFacts(
  deps: CheckFactsDeps,
  input: CheckFactsInput,
): Promise<Result<CheckedAndDrawn, GeometryRefusal>> {
  const part = { ...input, settings: defaultSliceSettings }
  const stored = await readEstimate(deps, part)
  const outcome = await inspectInTime(deps, input, stored === null)
  if (outcome.kind === 'unreadable') return fail(geometryRefusal(outcome, overLimits))
  if (outcome.kind !== 'inspected' || outcome.verdict === undefined) {
    return await checkWithoutFacts(deps, input, stored)
  }
  const made = outcome.estimate ?? null
  if (made !== null) await saveEstimate(deps, part, made)
  const verdict = decided(publicVerdict(outcome.verdict), stored ?? made)
  const { received, walls } = roundedFacts(outcome)
  const judged = withWalls(verdict, outcome.walls, outcome.report.surfaceCm2)
  const { picture, faults } = outcome
  return ok({
    report: walls.complete ? judged : withRemark(judged, wallsInPart),
    facts: { received, repaired: outcome.report.repaired, walls },
    drawn: picture === null ? null : { picture, marked: faults.map(({ kind }) => kind) },
  })
}

/** As an inspection that took too long where there is none by the deadline. Rejects when the input's signal is aborted. */
async function inspectInTime(
  { meshes }: CheckFactsDeps,
  { path, format, units, signal, estimateBy, picture }: CheckFactsInput,
  isEstimated: boolean,
): Promise<InspectOutcome> {
  const timeout = AbortSignal.timeout(Math.max(0, estimateBy - performance.now()))
  try {
    return await meshes.inspect({
      source: { path },
      format,
      settings: inspectSettings(defaultSliceSettings),
      outputs: {
        mesh: false,
        verdict: true,
        ...(isEstimated && { estimate: defaultSliceSettings }),
        ...(picture !== undefined && { picture }),
      },
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(units !== null && { units }),
    })
  } catch (error) {
    signal?.throwIfAborted()
    if (!timeout.aborted) throw error
    return { kind: 'timed_out' }
  }
}

/** For a part that takes too long to inspect, or a core that is busy. Only an estimate that is stored is used. */
async function checkWithoutFacts(
  deps: CheckFactsDeps,
  input: CheckInput,
  stored: CertainEstimate | null,
): Promise<Result<CheckedAndDrawn, GeometryRefusal>> {
  const checked = await checkPrintability(deps, input)
  if (!checked.ok) return checked
  const report = withRemark(decided(checked.value, stored), wallsNotMeasured)
  return ok({ report, facts: null, drawn: null })
}

const decided = (report: ProcessReport, estimate: CertainEstimate | null): ProcessReport =>
  estimate?.kind === 'estimated' ? withSupports(report, supportsOf(estimate)) : report

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
