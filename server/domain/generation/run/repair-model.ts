// Stages "downloading" and "repairing": fetches what the engine made, makes it printable, and stores both.

import { ok, type Result } from '../../base/result.ts'
import { withTimeout } from '../../base/with-timeout.ts'
import type { ProcessOptions, ProcessReport } from '../../measurement/processing.ts'
import type { ReceivedFile } from '../../models/received-file.ts'
import { storeModel } from '../../models/store-model.ts'
import type { EngineDownload, EngineResultFile, GenerationOptions } from '../engine/engine.ts'
import { type EngineDeps, type EngineResult, failureOf } from './ask-engine.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'
import type { GeneratedFiles } from './result.ts'
import { failJob, retryLater, type StepOutcome } from './step-outcome.ts'

export type RepairDeps = EngineDeps &
  Pick<GenerationDeps, 'meshes' | 'models' | 'objects' | 'temporaryFiles'>

/** `unreadable`: the engine's file is no mesh; it is kept as it is. */
export type Repaired =
  | { readonly kind: 'processed'; readonly report: ProcessReport; readonly glb: Uint8Array | null }
  | { readonly kind: 'unreadable'; readonly message: string }

export const generatedFileName = 'model.glb'
const busyDelayMs = 5_000
/** More than the three tries of an engine's adapter take: 120 s each, and looks at the task before. */
const downloadLimitMs = 9 * 60_000
const previewLimitMs = 3 * 60_000
const notFetched = {
  kind: 'failed',
  message: 'The model was made but could not be fetched from the engine. Try again.',
} as const

/** The engine's own file, in the temporary folder. */
export async function downloadModel(
  deps: EngineDeps,
  held: JobLease,
  { task }: EngineResult,
): Promise<Result<ReceivedFile, StepOutcome>> {
  await held.save({ stage: 'downloading' })
  const download = await fetchFrom(deps, held, { task, what: 'model', limitMs: downloadLimitMs })
  return download.kind === 'downloaded' ? ok(download.file) : failJob(failureOf(download))
}

async function fetchFrom(
  deps: EngineDeps,
  { signal: outer }: JobLease,
  { task, what, limitMs }: FetchedFile,
): Promise<EngineDownload> {
  const download = await withTimeout(limitMs, outer, (signal) =>
    deps.engines.download(task, signal, what),
  )
  return download ?? notFetched
}

type FetchedFile = Pick<EngineResult, 'task'> & {
  readonly what: EngineResultFile
  readonly limitMs: number
}

export async function repairModel(
  deps: RepairDeps,
  held: JobLease,
  { file, options }: { file: ReceivedFile; options: GenerationOptions },
): Promise<Result<Repaired, StepOutcome>> {
  await held.save({ stage: 'repairing' })
  const outcome = await deps.meshes.process({
    source: { path: file.path },
    format: 'glb',
    options: repairOptions(options),
    outputs: { stl: false, glb: true },
    signal: held.signal,
  })
  switch (outcome.kind) {
    case 'processed':
      return ok({ kind: 'processed', report: outcome.report, glb: outcome.glb })
    case 'busy':
      return retryLater(busyDelayMs)
    case 'unreadable':
      return ok({ kind: 'unreadable', message: outcome.message })
    case 'timed_out':
    case 'crashed':
      deps.log.warn('generation.repair_gave_up', { id: held.job.id, outcome: outcome.kind })
      return ok({ kind: 'unreadable', message: tooLarge })
  }
}

const tooLarge = 'The mesh is too large to be checked.'

export function repairOptions({
  smoothing,
  hollowing,
  wallThicknessMm,
}: Pick<GenerationOptions, 'smoothing' | 'hollowing' | 'wallThicknessMm'>): ProcessOptions {
  return {
    smoothing,
    ...(hollowing === 'hollow' ? { hollow: { wallMm: wallThicknessMm } } : {}),
    orient: true,
    scaleToPlate: true,
  }
}

/**
 * Without storage the engine's own addresses are all there is; without a preview the model stands for it. A model that was
 * refined has lost its textures: the preview is then the one before.
 */
export async function storeGeneratedFiles(
  deps: RepairDeps,
  held: JobLease,
  {
    engine,
    original,
    repaired,
  }: { engine: EngineResult; original: ReceivedFile; repaired: Repaired },
): Promise<GeneratedFiles> {
  const glb = repaired.kind === 'processed' ? changedBytes(repaired) : null
  const modelUrl =
    glb === null ? await store(deps, held, original) : await storeBytes(deps, held, glb)
  if (modelUrl === null) {
    const { modelUrl: url, previewUrl } = engine
    return { modelUrl: url, previewUrl: previewUrl ?? url, persisted: false }
  }
  if (glb === null) return { modelUrl, previewUrl: modelUrl, persisted: true }
  const previewUrl =
    engine.previewUrl === null
      ? await store(deps, held, original)
      : await storePreview(deps, held, engine)
  return { modelUrl, previewUrl: previewUrl ?? modelUrl, persisted: true }
}

/** null when it cannot be had any more: the model itself is worth more than an error. */
async function storePreview(
  deps: RepairDeps,
  held: JobLease,
  { task }: EngineResult,
): Promise<string | null> {
  const preview = { task, what: 'preview', limitMs: previewLimitMs } as const
  const download = await fetchFrom(deps, held, preview)
  if (download.kind !== 'downloaded') {
    deps.log.warn('generation.preview_lost', { id: held.job.id, message: download.message })
    return null
  }
  try {
    return await store(deps, held, download.file)
  } finally {
    await deps.temporaryFiles.remove(download.file.path)
  }
}

/** null when there was nothing to repair: the engine's file is as good, and has its textures. */
function changedBytes({ report, glb }: Extract<Repaired, { kind: 'processed' }>) {
  return report.meshRepair.applied ? glb : null
}

async function storeBytes(deps: RepairDeps, held: JobLease, bytes: Uint8Array) {
  const file = await deps.temporaryFiles.write(bytes)
  try {
    return await store(deps, held, file)
  } finally {
    await deps.temporaryFiles.remove(file.path)
  }
}

/** The `gs://` address, owned by the account; null when storage failed. */
async function store(
  deps: RepairDeps,
  { job }: JobLease,
  { path, sha256, sizeBytes }: Pick<ReceivedFile, 'path' | 'sha256' | 'sizeBytes'>,
): Promise<string | null> {
  const fileName = generatedFileName
  const stored = await storeModel(deps, { path, fileName, sha256, sizeBytes, format: 'glb' })
  if (!stored.ok) return null
  await deps.models.add(job.accountId, stored.value)
  return stored.value.uri
}
