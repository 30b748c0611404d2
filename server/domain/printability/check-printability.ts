// Checks whether a mesh can be printed. Repairs it in memory and stores nothing. The file extension determines the
// format.

import { fail, ok, type Result } from '../base/result.ts'
import { megabyte } from '../base/text/megabytes.ts'
import { chatPictureMs } from '../measurement/chat-picture.ts'
import {
  claimEstimate,
  type EstimateSoonDeps,
  estimateSoon,
  readOptionalEstimate,
  saveEstimate,
  soonDeadline,
} from '../measurement/estimate-filament.ts'
import {
  type GeometryRefusal,
  geometryRefusal,
  simplifyAdvice,
} from '../measurement/geometry-refusal.ts'
import { inspectSettings } from '../measurement/inspect-settings.ts'
import type {
  FaultKind,
  InspectOutcome,
  InspectRequest,
  PictureRequest,
  ReceivedMesh,
  Repairs,
  WallReport,
} from '../measurement/inspection.ts'
import type { CertainEstimate, ProcessReport } from '../measurement/processing.ts'
import { defaultSliceSettings } from '../measurement/slice-settings.ts'
import { type PartSupports, supportsOf } from '../measurement/supports.ts'
import type { LengthUnit, MeshFormat } from '../models/format.ts'
import { isSlicedName } from '../models/format.ts'
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
export const maxCheckedBytes = 25 * megabyte

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

/** Contents of the file, its repairs, and its wall thickness. */
export type MeshFacts = {
  readonly received: ReceivedMesh
  readonly repaired: Repairs
  readonly walls: WallReport
}

/** `facts`: null if the inspection took too long, which is not evidence against the part. */
export type CheckedMesh = { readonly report: ProcessReport; readonly facts: MeshFacts | null }

/** Margin before the timeout of a check, in milliseconds, because the response needs neither walls nor an estimate. */
export const estimateMarginMs = 5_000

export type CheckFactsDeps = EstimateSoonDeps & Pick<PrintabilityDeps, 'meshes'>

export type CheckFactsInput = CheckInput & {
  readonly sha256: string
  /** Deadline for walls and estimate, in the clock of performance.now(). */
  readonly estimateBy: number
  /** Absent = no picture. */
  readonly picture?: PictureRequest | undefined
}

/** `drawn`: null if no picture was requested, or if the part took too long. */
export type CheckedAndDrawn = CheckedMesh & { readonly drawn: FaultPicture | null }

/** A picture and the faults marked in it. */
export type FaultPicture = {
  /** A PNG. */
  readonly picture: Uint8Array
  readonly marked: readonly FaultKind[]
}

/**
 * Checks a mesh with the facts of the file, the decision about supports, and optionally a picture. Uses a single job,
 * because separate jobs would each read and repair the file. If that takes too long, measures the walls without the
 * estimate and picture, which then have separate limits. Walls are thin according to the limit of the default nozzle.
 */
export async function checkWithFacts(
  deps: CheckFactsDeps,
  input: CheckFactsInput,
): Promise<Result<CheckedAndDrawn, GeometryRefusal>> {
  const part = { ...input, settings: defaultSliceSettings }
  const stored = await readOptionalEstimate(deps, part)
  const { outcome, made } = await inspectWithExtras(deps, input, stored === null)
  if (outcome.kind === 'unreadable' || outcome.kind === 'busy') {
    return fail(geometryRefusal(outcome, overLimits))
  }
  if (outcome.kind !== 'inspected' || outcome.verdict === undefined) {
    const reason = outcome.kind === 'crashed' ? wallsTooLarge : wallsTooSlow
    return await checkWithoutFacts(deps, input, stored, reason)
  }
  const estimate =
    stored ?? made ?? (await estimateSoon(deps, part, Math.min(input.estimateBy, soonDeadline())))
  const { received, walls } = roundedFacts(outcome)
  const judged = withWalls(
    publicVerdict(outcome.verdict),
    outcome.walls,
    outcome.report.surfaceCm2,
    decidedBy(estimate),
  )
  const { picture, faults } = outcome
  return ok({
    report: walls.complete ? judged : withRemark(judged, wallsInPart),
    facts: { received, repaired: outcome.report.repaired, walls },
    drawn: picture === null ? null : { picture, marked: faults.map(({ kind }) => kind) },
  })
}

/**
 * Runs one job for verdict, walls, estimate and picture, or, if that times out, a job without estimate and picture.
 * `made`: the estimate, which is stored and shared with other waiting callers.
 */
async function inspectWithExtras(
  deps: CheckFactsDeps,
  input: CheckFactsInput,
  isEstimated: boolean,
): Promise<{ readonly outcome: InspectOutcome; readonly made: CertainEstimate | null }> {
  const part = { ...input, settings: defaultSliceSettings }
  const claim = isEstimated && isInTime(input) ? claimEstimate(deps, part) : null
  const hasExtras = claim !== null || input.picture !== undefined
  let made: CertainEstimate | null = null
  try {
    const whole = await inspectBy(
      deps,
      input,
      hasExtras ? extrasDeadline(input) : input.estimateBy,
      {
        estimate: claim === null ? undefined : defaultSliceSettings,
        picture: input.picture,
      },
    )
    if (whole.kind === 'inspected' && whole.estimate !== undefined) {
      made = whole.estimate
      await saveEstimate(deps, part, made)
    }
    if (!hasExtras || !isCutOff(whole) || !isInTime(input)) return { outcome: whole, made }
  } finally {
    claim?.(made)
  }
  const walls = await inspectBy(deps, input, input.estimateBy, {})
  if (walls.kind !== 'inspected') return { outcome: walls, made }
  return { outcome: { ...walls, picture: await pictureAlone(deps, input) }, made }
}

const isCutOff = ({ kind }: InspectOutcome): boolean => kind === 'timed_out' || kind === 'crashed'

const isInTime = ({ estimateBy }: Pick<CheckFactsInput, 'estimateBy'>): boolean =>
  performance.now() < estimateBy

/** Returns the time at which the walls are measured without estimate and picture. Leaves half of the time for them. */
const extrasDeadline = ({ estimateBy }: CheckFactsInput): number =>
  Math.min(soonDeadline(), (performance.now() + estimateBy) / 2)

type Extras = Pick<NonNullable<InspectRequest['outputs']>, 'estimate' | 'picture'>

/** Draws the picture in a separate job after the combined job took too long. Returns null if there is none in time. */
async function pictureAlone(
  deps: CheckFactsDeps,
  input: CheckFactsInput,
): Promise<Uint8Array | null> {
  const { picture, estimateBy } = input
  const ms = chatPictureMs(estimateBy + estimateMarginMs - performance.now())
  if (picture === undefined || ms === 0) return null
  const drawn = await inspectBy(deps, input, performance.now() + ms, { picture })
  return drawn.kind === 'inspected' ? drawn.picture : null
}

/**
 * Returns the outcome of a timed-out inspection if there is none by the deadline. Rejects if the input's signal is
 * aborted.
 */
async function inspectBy(
  { meshes }: CheckFactsDeps,
  { path, format, units, signal }: CheckInput,
  deadline: number,
  { estimate, picture }: { [Key in keyof Extras]: Extras[Key] | undefined },
): Promise<InspectOutcome> {
  const ms = deadline - performance.now()
  if (ms <= 0) return { kind: 'timed_out' }
  const timeout = AbortSignal.timeout(ms)
  try {
    return await meshes.inspect({
      source: { path },
      format,
      settings: inspectSettings(defaultSliceSettings),
      outputs: {
        mesh: false,
        verdict: true,
        ...(estimate !== undefined && { estimate }),
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

/** Checks a part that takes too long to inspect. Uses only a stored estimate. */
async function checkWithoutFacts(
  deps: CheckFactsDeps,
  input: CheckInput,
  stored: CertainEstimate | null,
  reason: string,
): Promise<Result<CheckedAndDrawn, GeometryRefusal>> {
  const checked = await checkPrintability(deps, input)
  if (!checked.ok) return checked
  const supports = decidedBy(stored)
  const decided = supports === null ? checked.value : withSupports(checked.value, supports)
  return ok({ report: withRemark(decided, reason), facts: null, drawn: null })
}

const decidedBy = (estimate: CertainEstimate | null): PartSupports | null =>
  estimate?.kind === 'estimated' ? supportsOf(estimate) : null

const wallsTooSlow = 'Its walls were not measured, because that took too long: some may be thin.'
const wallsTooLarge =
  'Its walls were not measured, because that needed too much memory: some may be thin.'
export const wallsInPart =
  'Its surface is too intricate to measure every wall: more of them may be thin.'

const withRemark = (report: ProcessReport, message: string): ProcessReport => ({
  ...report,
  recommendations: [
    ...report.recommendations,
    { code: 'walls_not_measured', message, at: null, sizeMm: null },
  ],
})

const overLimits = {
  timedOut: `Checking it took too long. ${simplifyAdvice}`,
  crashed: `Checking it needed too much memory. ${simplifyAdvice}`,
}

/** Returns null if the file is not a mesh. A 3MF is treated as a mesh, even if it also contains sliced plates. */
export function checkableFormat(fileName: string): MeshFormat | null {
  const extension = /\.(stl|obj|glb|gltf|3mf)$/i.exec(fileName)?.[1]?.toLowerCase()
  switch (extension) {
    case 'stl':
    case 'obj':
    case 'glb':
    case 'gltf':
    case '3mf':
      return isSlicedName(fileName) ? null : extension
    default:
      return null
  }
}
