// The public interface: slices repaired STL files that are placed on the plate and known to fit, with a
// PrusaSlicer-compatible program and bounded concurrency. Imports nothing from the server.
import { accessSync, constants } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { Attempted, Tools } from './attempt.ts'
import { FairPool, type PoolObserver, type PoolStats } from './fair-pool.ts'
import { sliceWithFallback } from './fallback-profiles.ts'
import type { ReadGcode } from './gcode-reading.ts'
import { defaultLimits, findGuards, type Guards, type SlicerLimits } from './limits.ts'
import type { QueueFull, SliceOutcome, Unavailable } from './outcome.ts'
import type { Expected } from './plausibility.ts'
import type { SliceProgress } from './printed.ts'
import { checkSettings, type SliceSettings } from './settings.ts'
import { WorkFolder } from './work-folder.ts'

export type BridgeOptions = {
  /** Absolute; `null` when there is no slicer, so that every job is `unavailable`. */
  readonly slicerPath: string | null
  /** Concurrent slicers. One per core: more only make each slice slower. */
  readonly workers: number
  /** Jobs that may wait. Default: one per worker, at least two. A longer queue makes every job slow under load. */
  readonly queueLimit?: number
  /** Jobs of one account that may wait or run while all workers are busy. Default: three quarters of all places. */
  readonly perAccountLimit?: number
  /** Maximum wait in the queue. Default 45 s. */
  readonly waitLimitMs?: number
  /** Parent of the job folders. Holds up to `workers` G-code files of 100 MB at a time. */
  readonly workDir: string
  readonly limits?: Partial<SlicerLimits>
  /** Reads G-code; the geometry core implements it. */
  readonly readGcode: ReadGcode
  readonly observer?: PoolObserver
}

export type SliceJob = {
  /** A binary STL written by the geometry core: repaired, finite coordinates, on the plate, within the build volume. */
  readonly stlPath: string
  readonly settings: SliceSettings
  /** For fairness: accounts take turns. */
  readonly accountId: string
  /** Figures derived from the mesh; a slice that contradicts them gets a warning. */
  readonly expected?: Expected
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SliceProgress) => void
  /** Where the G-code is written; it is removed unless given. */
  readonly keepGcode?: string
}

export type BridgeStats = PoolStats & {
  /** Finished jobs by outcome. */
  readonly ended: Readonly<
    Record<'sliced' | 'refused' | 'crashed' | 'timed_out' | 'unavailable', number>
  >
  /** The kernel limits that this machine supports. */
  readonly guards: Guards
}

export type Ready = { readonly kind: 'ready'; readonly slicerPath: string }

export type SlicerBridge = {
  /** Rejects with the signal's reason when aborted, and on settings that no order can have. */
  slice(job: SliceJob): Promise<SliceOutcome>
  /** The outcome of a job of this account if it cannot be queued now; to be checked before costly preparations. */
  refusal(accountId: string): QueueFull | Unavailable | undefined
  /** Whether jobs can be started, for readiness checks. */
  readiness(): Ready | Unavailable
  stats(): BridgeStats
  /** Aborts running jobs, ends waiting ones as `unavailable`, removes all files. */
  close(): Promise<void>
}

export function createSlicerBridge(options: BridgeOptions): SlicerBridge {
  const { workers, workDir, readGcode } = options
  const { queueLimit = Math.max(2, workers), waitLimitMs = 45_000 } = options
  const { perAccountLimit = Math.floor((workers + queueLimit) * 0.75) } = options
  const folder = new WorkFolder(workDir)
  // A folder that cannot be removed now is retried at the next start; slicing does not depend on it.
  const swept = folder.sweep().catch(() => {})
  const guards = findGuards()
  const limits = { ...defaultLimits, ...options.limits }
  const pool = new FairPool<Attempted>({
    workers,
    queueLimit,
    perAccountLimit,
    waitLimitMs,
    ...(options.observer && { observer: options.observer }),
  })
  const ended = { sliced: 0, refused: 0, crashed: 0, timed_out: 0, unavailable: 0 }
  return {
    async slice({ stlPath, settings, accountId, expected, signal, onProgress, keepGcode }) {
      checkSettings(settings)
      const ready = readiness(options.slicerPath)
      if (ready.kind !== 'ready') return ready
      const tools: Tools = { slicerPath: ready.slicerPath, limits, guards, folder, readGcode }
      const outcome = await pool.run(
        accountId,
        (signal) =>
          sliceWithFallback(tools, { stlPath, settings, expected, signal, onProgress, keepGcode }),
        signal,
      )
      switch (outcome.kind) {
        case 'done':
          ended[outcome.value.kind]++
          return outcome.value
        case 'full':
          return { ...outcome, kind: 'queue_full' }
        case 'closed':
          return { kind: 'unavailable', reason: 'closed', detail: 'the service is stopping' }
      }
    },
    refusal(accountId) {
      const ready = readiness(options.slicerPath)
      if (ready.kind !== 'ready') return ready
      const full = pool.refusal(accountId)
      return full && { ...full, kind: 'queue_full' }
    },
    readiness: () => readiness(options.slicerPath),
    stats: () => ({ ...pool.stats(), ended: { ...ended }, guards }),
    async close() {
      await pool.close()
      await swept
      await folder.remove()
    },
  }
}

/** Resolves SLICER_PATH, which is a path or a program on PATH; when it is not set, PrusaSlicer on PATH. `null` = not found. */
export function findSlicer(configured: string | null): string | null {
  if (configured === null) return Bun.which('prusa-slicer')
  return Bun.which(configured) ?? resolve(configured)
}

function readiness(slicerPath: string | null): Ready | Unavailable {
  if (slicerPath === null) return notInstalled('no slicer is configured')
  // Each job runs in its own folder, where a relative path would resolve differently.
  if (!isAbsolute(slicerPath)) return notInstalled(`not an absolute path: ${slicerPath}`)
  try {
    accessSync(slicerPath, constants.X_OK)
    return { kind: 'ready', slicerPath }
  } catch (error) {
    return notInstalled(error instanceof Error ? error.message : String(error))
  }
}

function notInstalled(detail: string): Unavailable {
  return { kind: 'unavailable', reason: 'not_installed', detail }
}
