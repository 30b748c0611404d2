// Stages "downloading" and "repairing": downloads the engine's model, repairs it and stores both.

import { ok, type Result } from '../../base/result.ts'
import { withTimeout } from '../../base/time/with-timeout.ts'
import type { ProcessOptions, ProcessReport } from '../../measurement/processing.ts'
import type { StoredModel } from '../../models/ports.ts'
import type { ReceivedFile } from '../../models/received-file.ts'
import { storeModel } from '../../models/store-model.ts'
import {
  downloadAttemptMs,
  downloadAttempts,
  type EngineDownload,
  type EngineResultFile,
  type GenerationOptions,
  modelNotFetched,
} from '../engine/engine.ts'
import type { ModelSize } from '../request/size.ts'
import {
  deliveryPatienceMs,
  type EngineDeps,
  type EngineResult,
  failureOf,
  lifeLeftMs,
  pollTimeoutMs,
  remainingMs,
} from './ask-engine.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'
import type { GeneratedFiles } from './result.ts'
import { failedStep, retryLater, type StepStop } from './step-stop.ts'

export type RepairDeps = EngineDeps &
  Pick<
    GenerationDeps,
    'meshes' | 'models' | 'objects' | 'visitorFiles' | 'temporaryFiles' | 'clock'
  >

/** `unreadable`: the engine's file is stored unchanged, because it is not a readable mesh or the repair gave up. */
export type RepairOutcome =
  | { readonly kind: 'processed'; readonly report: ProcessReport; readonly glb: Uint8Array | null }
  | {
      readonly kind: 'unreadable'
      readonly message: string
      /** Whether the repair timed out or crashed. The file may still be a valid mesh. */
      readonly hasGivenUp: boolean
    }

export const generatedFileName = 'model.glb'
const busyDelayMs = 5_000
const unclearDelayMs = 5_000
/** Delay between attempts to store. Afterwards the model is delivered as the engine's link. */
const storeDelayMs = 5_000
/** Time for all attempts of an engine's adapter, each with a preceding poll of the task: 9 minutes. */
const downloadTimeoutMs = downloadAttempts * (downloadAttemptMs + pollTimeoutMs)
/** Time for one attempt. */
const previewTimeoutMs = downloadAttemptMs + pollTimeoutMs

/** Downloads the engine's file to the temporary folder. The caller removes it. */
export async function downloadModel(
  deps: EngineDeps,
  lease: JobLease,
  { task }: EngineResult,
): Promise<Result<ReceivedFile, StepStop>> {
  await lease.save({ stage: 'downloading' })
  const download = await fetchFrom(deps, lease, {
    task,
    what: 'model',
    timeoutMs: downloadTimeoutMs,
  })
  if (download.kind === 'downloaded') return ok(download.file)
  // The model exists, so the download is retried when the vendor responds again.
  const mayWait = download.kind === 'unclear' && remainingMs(deps, lease) > 0
  return mayWait ? retryLater(unclearDelayMs) : failedStep(failureOf(download))
}

async function fetchFrom(
  deps: EngineDeps,
  { signal: outer }: JobLease,
  { task, what, timeoutMs }: EngineFile,
): Promise<EngineDownload> {
  const download = await withTimeout(timeoutMs, outer, (signal) =>
    deps.engines.download(task, signal, what),
  )
  return download ?? modelNotFetched
}

type EngineFile = Pick<EngineResult, 'task'> & {
  readonly what: EngineResultFile
  readonly timeoutMs: number
}

export async function repairModel(
  deps: RepairDeps,
  lease: JobLease,
  { file, options, size }: { file: ReceivedFile; options: GenerationOptions; size: SizeMm },
): Promise<Result<RepairOutcome, StepStop>> {
  await lease.save({ stage: 'repairing' })
  const outcome = await deps.meshes.process({
    source: { path: file.path },
    format: 'glb',
    options: repairOptions(options, size),
    outputs: { stl: false, glb: true },
    signal: lease.signal,
  })
  switch (outcome.kind) {
    case 'processed':
      return ok({ kind: 'processed', report: outcome.report, glb: outcome.glb })
    case 'busy':
      return retryLater(busyDelayMs)
    case 'unreadable':
      return ok({ kind: 'unreadable', message: outcome.message, hasGivenUp: false })
    case 'timed_out':
    case 'crashed':
      deps.log.warn('generation.repair_gave_up', { id: lease.job.id, outcome: outcome.kind })
      return ok({ kind: 'unreadable', message: tooLarge, hasGivenUp: true })
  }
}

const tooLarge = 'The mesh is too large to be checked.'

type SizeMm = Pick<ModelSize, 'mm'>

/**
 * Returns the options. The size is the requested one instead of the largest that fits (decisions.md 65), because
 * engines make bodies of about one unit.
 */
export function repairOptions(
  {
    smoothing,
    hollowing,
    wallThicknessMm,
  }: Pick<GenerationOptions, 'smoothing' | 'hollowing' | 'wallThicknessMm'>,
  size: SizeMm,
): ProcessOptions {
  return {
    smoothing,
    ...(hollowing === 'hollow' ? { hollow: { wallMm: wallThicknessMm } } : {}),
    orient: true,
    scaleToPlate: true,
    longestSideMm: size.mm,
  }
}

/**
 * Stores the files. If storage fails, the URLs are the engine's. The preview of a repaired model is the engine's file
 * before the repair, which retexturing starts from; otherwise the model is its own preview.
 */
export async function storeGeneratedFiles(
  deps: RepairDeps,
  lease: JobLease,
  {
    engine,
    original,
    repaired,
    keep,
  }: { engine: EngineResult; original: ReceivedFile; repaired: RepairOutcome; keep: Keep },
): Promise<Result<GeneratedFiles, StepStop>> {
  const glb = repaired.kind === 'processed' ? changedBytes(repaired) : null
  const modelUrl =
    glb === null ? await store(deps, keep, original) : await storeBytes(deps, keep, glb)
  if (modelUrl === null) {
    const now = deps.clock.now()
    const failedAt = lease.job.storeFailedAt ?? now
    if (lease.job.storeFailedAt === null) await lease.save({ storeFailedAt: now })
    const isPatient = now.getTime() - failedAt.getTime() < deliveryPatienceMs
    if (isPatient && lifeLeftMs(deps, lease) > 0) return retryLater(storeDelayMs)
    const { modelUrl: url, previewUrl } = engine
    return ok({ modelUrl: url, previewUrl: previewUrl ?? url, persisted: false })
  }
  if (glb === null) return ok({ modelUrl, previewUrl: modelUrl, persisted: true })
  const previewUrl =
    engine.previewUrl === null
      ? await store(deps, keep, original)
      : await storePreview(deps, lease, { engine, keep })
  return ok({ modelUrl, previewUrl: previewUrl ?? modelUrl, persisted: true })
}

/** Returns null if the preview cannot be downloaded; the model is then returned without it. */
async function storePreview(
  deps: RepairDeps,
  lease: JobLease,
  { engine: { task }, keep }: { readonly engine: EngineResult; readonly keep: Keep },
): Promise<string | null> {
  const preview = { task, what: 'preview', timeoutMs: previewTimeoutMs } as const
  const download = await fetchFrom(deps, lease, preview)
  if (download.kind !== 'downloaded') {
    deps.log.warn('generation.preview_failed', { id: lease.job.id, message: download.message })
    return null
  }
  try {
    return await store(deps, keep, download.file)
  } finally {
    await deps.temporaryFiles.remove(download.file.path)
  }
}

/** Returns the repaired bytes; null if nothing was repaired, so that the engine's file is kept with its textures. */
export function changedBytes({ report, glb }: Extract<RepairOutcome, { kind: 'processed' }>) {
  return report.meshRepair.applied ? glb : null
}

async function storeBytes(deps: RepairDeps, keep: Keep, bytes: Uint8Array) {
  const file = await deps.temporaryFiles.write(bytes)
  try {
    return await store(deps, keep, file)
  } finally {
    await deps.temporaryFiles.remove(file.path)
  }
}

/** Registers a stored file as the account's, or for operators. */
type Keep = (model: StoredModel) => void | Promise<void>

/** Stores the file. Returns its URI; null if storage failed. */
async function store(
  deps: RepairDeps,
  keep: Keep,
  { path, sha256, sizeBytes }: Pick<ReceivedFile, 'path' | 'sha256' | 'sizeBytes'>,
): Promise<string | null> {
  const fileName = generatedFileName
  const stored = await storeModel(deps, { path, fileName, sha256, sizeBytes, format: 'glb' })
  if (!stored.ok) return null
  await keep(stored.value)
  return stored.value.uri
}
