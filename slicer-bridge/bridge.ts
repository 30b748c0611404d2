// The public interface. Slices repaired STL files that are placed on the plate and known to fit, with a PrusaSlicer-compatible program and
// limited concurrency. Imports nothing from the server.

import { type Cage, type CageMode, type FoundCage, findCage } from './cage/cage.ts'
import { createIdentity, type Identity } from './identity.ts'
import type { ReadGcode } from './outcome/gcode-reading.ts'
import type { SliceOutcome, Unavailable } from './outcome/outcome.ts'
import type { SliceProgress } from './outcome/printed.ts'
import { FairPool } from './queue/fair-pool.ts'
import type { Full, PoolObserver, PoolStats, Priority } from './queue/pool-terms.ts'
import { DurationPredictor, type SliceFacts } from './queue/predict-duration.ts'
import { type Ready, readinessOf } from './readiness.ts'
import type { Tools } from './run/attempt.ts'
import { sliceAttempts, sliceWithFallback } from './run/fallback-profiles.ts'
import { defaultLimits, findGuards, type Guards, type SlicerLimits } from './run/limits.ts'
import type { Expected } from './run/plausibility.ts'
import { WorkFolder } from './run/work-folder.ts'
import { checkSettings, type SliceSettings } from './settings/settings.ts'

export type BridgeOptions = {
  /** Absolute path. `null` when there is no slicer, so that every job is `unavailable`. */
  readonly slicerPath: string | null
  readonly cage: CageMode
  /** Number of concurrent slicers. One per core, because more only slow each slice down. */
  readonly workers: number
  /** The longest predicted wait. Lower when slices are shorter: about the duration of one slice. Defaults to 20 s. */
  readonly maxWaitMs?: number
  /** Maximum wait of an accepted job if the predictions are wrong. Defaults to 45 s. */
  readonly waitLimitMs?: number
  /** Maximum number of waiting jobs, however short they are. Defaults to 64. */
  readonly queueLimit?: number
  /** Parent of the job folders. Contains up to `workers` G-code files of 100 MB at a time. */
  readonly workDir: string
  readonly limits?: Partial<SlicerLimits>
  /** Reads G-code. The geometry core implements it. */
  readonly readGcode: ReadGcode
  readonly observer?: BridgeObserver
  /** Called when the folders of earlier processes could not all be removed. */
  readonly onSweepError?: (error: unknown) => void
}

export type BridgeObserver = PoolObserver & {
  /** Called when a slicer finished or reached its time limit. Only for jobs with facts. */
  readonly predicted?: (run: { readonly predictedMs: number; readonly ranMs: number }) => void
  readonly turnedAway?: (scope: Full['scope'], priority: Priority) => void
}

export type Model = {
  /** A binary STL written by the geometry core: repaired, finite coordinates, on the plate, within the build volume. */
  readonly stlPath: string
  /** Figures derived from the mesh; a slice that contradicts them gets a warning. */
  readonly expected?: Expected
}

/** Makes the STL, calls `use`, removes the STL. */
export type WithModel = (
  use: (model: Model) => Promise<SliceOutcome>,
  signal: AbortSignal,
) => Promise<SliceOutcome>

export type JobOptions = {
  readonly settings: SliceSettings
  /** Id for fairness: accounts take turns. */
  readonly accountId: string
  /** Facts for predicting the duration. Defaults to the duration of recent slices. */
  readonly facts?: SliceFacts
  /** Defaults to `normal`. */
  readonly priority?: Priority
  /** Deadline of the caller, on the clock of performance.now(). A job that is predicted to end later is rejected. */
  readonly answerBy?: number
  /** The slicer that must make the slice, if slicing processes may differ. Defaults to any. */
  readonly slicer?: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SliceProgress) => void
  /** Destination of the G-code. If absent, the G-code is removed. */
  readonly keepGcode?: string
}

/** `withModel` is called when a worker is free, so that a rejected job costs no geometry work. */
export type SliceJob = JobOptions & (Model | { readonly withModel: WithModel })

export type BridgeStats = PoolStats & {
  /** Finished jobs by outcome. */
  readonly ended: Readonly<
    Record<'sliced' | 'refused' | 'crashed' | 'timed_out' | 'unavailable', number>
  >
  /** The kernel limits that this machine supports, and the cage; null when it is off or missing. */
  readonly guards: Guards & { readonly cage: Cage | null }
}

export type SlicerBridge = {
  /** Slices the job. Rejects with the signal's reason when aborted, and on settings that no order can have. */
  slice(job: SliceJob): Promise<SliceOutcome>
  /** Identity of the current slicer. Slices are stored under it. */
  identity: Identity
  /** The cage of this machine. Also `off` when there is no slicer. */
  readonly cage: FoundCage
  /** Whether jobs can be started, for readiness checks. */
  readiness(): Ready | Unavailable
  stats(): BridgeStats
  /** Aborts running jobs, ends waiting jobs as `unavailable`, and removes all files. */
  close(): Promise<void>
}

type Prediction = { readonly facts: SliceFacts; readonly ms: number }

export function createSlicerBridge(options: BridgeOptions): SlicerBridge {
  const { workers, workDir, readGcode } = options
  const { maxWaitMs = 20_000, waitLimitMs = 45_000, queueLimit = 64, observer } = options
  const folder = new WorkFolder(workDir)
  // If a folder cannot be removed now, the next start retries it; slicing does not depend on it.
  const swept = folder.sweep().catch((error: unknown) => options.onSweepError?.(error))
  const found = findCage(options.slicerPath === null ? 'off' : options.cage)
  const cage = found.kind === 'ready' ? found.cage : null
  const guards = { ...findGuards(), cage }
  const readiness = () => readinessOf(options.slicerPath, options.cage, found)
  const limits = { ...defaultLimits, ...options.limits }
  const predictor = new DurationPredictor({ maxMs: sliceAttempts * limits.wallMs })
  const pool = new FairPool<SliceOutcome>({
    workers,
    maxWaitMs,
    waitLimitMs,
    queueLimit,
    ...(observer && { observer }),
  })
  const ended = { sliced: 0, refused: 0, crashed: 0, timed_out: 0, unavailable: 0 }
  const predict = ({ facts, settings }: SliceJob): Prediction | null =>
    facts === undefined ? null : { facts, ms: predictor.predictMs(facts, settings) }
  const run = async (
    tools: Tools,
    job: SliceJob,
    prediction: Prediction | null,
    signal: AbortSignal,
  ) => {
    const startedAt = performance.now()
    const { settings, onProgress, keepGcode } = job
    const outcome = await withModelOf(job)(
      (model) =>
        sliceWithFallback(tools, {
          stlPath: model.stlPath,
          expected: model.expected,
          settings,
          signal,
          onProgress,
          keepGcode,
        }),
      signal,
    )
    const ranMs = performance.now() - startedAt
    const hasRun = outcome.kind === 'sliced' || outcome.kind === 'timed_out'
    if (prediction !== null && hasRun) {
      predictor.learn(prediction.facts, settings, ranMs)
      observer?.predicted?.({ predictedMs: prediction.ms, ranMs })
    }
    return outcome
  }
  return {
    async slice(job) {
      const { settings, accountId, priority = 'normal', answerBy, signal } = job
      checkSettings(settings)
      const ready = readiness()
      if (ready.kind !== 'ready') return ready
      const tools: Tools = { slicerPath: ready.slicerPath, limits, guards, folder, readGcode }
      const prediction = predict(job)
      const terms = {
        account: accountId,
        priority,
        ...(prediction !== null && { predictedMs: prediction.ms }),
        ...(answerBy !== undefined && { answerInMs: answerBy - performance.now() }),
      }
      const outcome = await pool.run(
        terms,
        (runSignal) => run(tools, job, prediction, runSignal),
        signal,
      )
      switch (outcome.kind) {
        case 'done':
          if (outcome.value.kind !== 'queue_full') ended[outcome.value.kind]++
          return outcome.value
        case 'full':
          observer?.turnedAway?.(outcome.scope, priority)
          return { ...outcome, kind: 'queue_full' }
        case 'closed':
          return { kind: 'unavailable', reason: 'closed', detail: 'the service is stopping' }
      }
    },
    identity: createIdentity(options.slicerPath),
    cage: found,
    readiness,
    stats: () => ({ ...pool.stats(), ended: { ...ended }, guards }),
    async close() {
      await pool.close()
      await swept
      await folder.remove()
    },
  }
}

/** Returns the job's own way to make the model, or one that uses the existing file. */
export const withModelOf = (job: SliceJob): WithModel =>
  'withModel' in job ? job.withModel : (use) => use(job)
