// Stage "measuring": reviews the repaired model and composes the result (contract.md 2.5).

import { fitsBuildVolume } from '../../catalog/build-volume.ts'
import type { MeshStatus, PrintStatus } from '../../measurement/processing.ts'
import {
  type MeshRepair,
  nothingPrintsCode,
  type Printability,
  supportsCode,
} from '../../measurement/processing.ts'
import { publicVerdict } from '../../printability/verdict.ts'
import type { EngineTask } from '../engine/engine.ts'
import type { GenerationRequest } from '../request/request.ts'
import { type ModelSize, madeSmallerNote } from '../request/size.ts'
import type { Plan } from './job.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'
import { priceGeneratedModel } from './price-generated-model.ts'
import type { RepairOutcome } from './repair-model.ts'
import type { GeneratedFiles, GenerationResult } from './result.ts'

/** Far above the rounding error of the core's coordinates. */
const sizeTolerance = 0.001

export type MeasureDeps = Pick<GenerationDeps, 'generationJobs' | 'languageModel' | 'ids'>

/** The link leads to the engine's own file, which is neither repaired nor resized. */
const unstoredNote =
  'The model could not be stored, so your credits were refunded. The link leads to the engine’s original model, which was neither repaired nor scaled to the requested size.'

type Parts = {
  readonly request: GenerationRequest
  readonly plan: Plan
  readonly size: ModelSize
  readonly task: EngineTask
  readonly repaired: RepairOutcome
  readonly files: GeneratedFiles
  /** The refunded part of the charged credits. */
  readonly creditsBack: number
}

export async function measureResult(
  deps: MeasureDeps,
  lease: JobLease,
  { request, plan, size, task, repaired, files, creditsBack }: Parts,
): Promise<GenerationResult> {
  await lease.save({ stage: 'measuring' })
  const facts = findings(repaired)
  // Computes the price from the measured values instead of the values rounded for the response.
  const measured = repaired.kind === 'processed' ? repaired.report.printability : facts.printability
  const prints = repaired.kind === 'processed' && hasPrint(repaired)
  const isReviewed = prints && isReviewedPath(request)
  const verdict = isReviewed ? await reviewModel(deps, lease, request, facts) : facts.verdict
  const validationLogId = deps.ids.uuid()
  await deps.generationJobs.addLog({
    id: validationLogId,
    jobId: lease.job.id,
    kind: 'validation',
    model: isReviewed ? deps.languageModel.name : 'none',
    facts: { geometry: facts.verdict, verdict },
  })
  const longestMm = Math.max(...measured.dimensionsMm)
  const scaledToPlate = longestMm < size.mm * (1 - sizeTolerance)
  const notes = [
    ...(repaired.kind === 'processed' ? [size.note] : []),
    ...(repaired.kind === 'processed' && scaledToPlate ? [madeSmallerNote(longestMm, size)] : []),
    ...(files.persisted ? [] : [unstoredNote]),
    ...(request.notes ?? []),
    ...(task.notes ?? []),
  ]
  return {
    ...files,
    meshRepair: facts.meshRepair,
    printEstimate: prints ? priceGeneratedModel(measured, scaledToPlate) : null,
    printability: facts.printability,
    source: task.source,
    taskId: task.taskId,
    generationId: lease.job.id,
    mode: request.mode,
    inputMode: request.inputMode,
    creditsCharged: (lease.job.creditsCharged ?? 0) - creditsBack,
    agent: { ...plan.agent, engineChosen: engineChosen(request, plan, task), validationLogId },
    ...verdict,
    ...(notes.length > 0 && { notes }),
    ...(request.ignored && { ignored: request.ignored }),
  }
}

/** Returns the engine that ran, or `auto` for a draft that pinned none (contract.md 2.5). Samples have no engine. */
function engineChosen(
  { mode, options }: GenerationRequest,
  { agent }: Plan,
  { engine }: EngineTask,
): string {
  const isAutoDraft = mode === 'fast_draft' && options.engine === 'auto'
  return isAutoDraft ? 'auto' : (engine ?? agent.engineChosen)
}

/** Whether an order would accept the model. Otherwise it has no price, and no review can make it printable. */
const hasPrint = ({ report }: Extract<RepairOutcome, { kind: 'processed' }>): boolean =>
  !report.issues.some(({ code }) => code === nothingPrintsCode)

/** Whether the language model reviews the model. It does not review text drafts (contract.md 3.3, `supports`). */
const isReviewedPath = ({ mode, inputMode }: GenerationRequest): boolean =>
  mode === 'hi_fi' || inputMode !== 'text'

type Verdict = {
  readonly printStatus: PrintStatus
  readonly printDetail: string
  readonly printabilityScore: number
  readonly issues: readonly string[]
  readonly recommendations: readonly string[]
}

type Findings = {
  readonly meshRepair: MeshRepair
  readonly printability: Printability
  readonly geometryStatus: MeshStatus
  readonly needsSupports: boolean
  readonly verdict: Verdict
}

function findings(repaired: RepairOutcome): Findings {
  if (repaired.kind === 'unreadable') return unreadableFindings(repaired.message)
  const report = publicVerdict(repaired.report)
  const { meshRepair, printability, printStatus, printDetail, printabilityScore } = report
  const issues = report.issues.map(({ message }) => message)
  const recommendations = report.recommendations.map(({ message }) => message)
  const verdict = { printStatus, printDetail, printabilityScore, issues, recommendations }
  const needsSupports = report.recommendations.some(({ code }) => code === supportsCode)
  return { meshRepair, printability, geometryStatus: printStatus, needsSupports, verdict }
}

function unreadableFindings(message: string): Findings {
  return {
    meshRepair: { applied: false, summary: `Nothing could be repaired. ${message}` },
    printability: {
      watertight: false,
      volumeCm3: 0,
      holes: 0,
      nonManifoldEdges: 0,
      triangles: 0,
      dimensionsMm: [0, 0, 0],
      minFeatureMm: 0,
      featureSizeEstimated: true,
      maxOverhangDeg: 0,
      fitsPlate: false,
    },
    geometryStatus: 'needs-redesign',
    needsSupports: false,
    verdict: {
      printStatus: 'needs-redesign',
      printDetail: `The mesh could not be read. ${message}`,
      printabilityScore: 0,
      issues: [message],
      recommendations: ['Generate the model again, with another engine or a simpler prompt.'],
    },
  }
}

async function reviewModel(
  { languageModel }: MeasureDeps,
  { signal }: JobLease,
  { prompt }: GenerationRequest,
  { printability, geometryStatus, needsSupports, verdict }: Findings,
): Promise<Verdict> {
  const { printabilityScore, issues, recommendations } = verdict
  const { dimensionsMm, volumeCm3, triangles, maxOverhangDeg } = printability
  const { watertight, holes, nonManifoldEdges } = printability
  const reviewed = await languageModel.reviewModel(
    {
      prompt,
      printStatus: geometryStatus,
      printabilityScore,
      dimensionsMm,
      volumeCm3,
      triangles,
      maxOverhangDeg,
      watertight,
      holes,
      nonManifoldEdges,
      issues,
      recommendations,
      needsSupports,
    },
    signal,
  )
  return {
    printStatus: reviewed.printStatus,
    // A review cannot overrule that a body does not fit the build volume.
    printDetail: fitsBuildVolume(dimensionsMm) ? reviewed.printDetail : verdict.printDetail,
    printabilityScore: Math.round(reviewed.printabilityScore),
    issues: reviewed.issues,
    recommendations: reviewed.recommendations,
  }
}
