// The bridge's door: slices our own clean, placed, fit-checked STL files with a PrusaSlicer-compatible
// program, a bounded number at a time. Imports nothing of the server.
import { accessSync, constants } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { Attempted, Tools } from './attempt.ts'
import { FairPool, type PoolStats } from './fair-pool.ts'
import { sliceWithFallback } from './fallback-profiles.ts'
import type { ReadGcode } from './gcode-reading.ts'
import { DEFAULT_LIMITS, findGuards, type Guards, type SlicerLimits } from './limits.ts'
import type { QueueFull, SliceOutcome, Unavailable } from './outcome.ts'
import type { Expected } from './plausibility.ts'
import type { SliceProgress } from './printed.ts'
import { checkSettings, type SliceSettings } from './settings.ts'
import { WorkFolder } from './work-folder.ts'

export type BridgeOptions = {
  /** Absolute; `null` when there is none, and every job is `unavailable`. */
  readonly slicerPath: string | null
  /** Slicers at a time. As many as cores: more only lengthen each slice. */
  readonly workers: number
  /** Jobs that may wait. Default one a worker (two at least): more makes every job slow in a rush. */
  readonly queueLimit?: number
  /** Jobs of one account that may wait or run, while no worker is free. Default three quarters of all places. */
  readonly perAccountLimit?: number
  /** Longest wait in the queue. Default 45 s. */
  readonly waitLimitMs?: number
  /** Job folders are made in it. Up to `workers` g-code files of 100 MB at a time. */
  readonly workDir: string
  readonly limits?: Partial<SlicerLimits>
  /** The geometry core, asked for the format `gcode`. */
  readonly readGcode: ReadGcode
}

export type SliceJob = {
  /** A binary STL written by the geometry core: repaired, finite, on the plate, within the machine. */
  readonly stlPath: string
  readonly settings: SliceSettings
  /** Accounts take turns. */
  readonly accountId: string
  /** What the mesh lets us expect; a slice that does not go with it gets a warning. */
  readonly expected?: Expected
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: SliceProgress) => void
}

export type BridgeStats = PoolStats & {
  /** How the jobs that ran ended. */
  readonly ended: Readonly<
    Record<'sliced' | 'refused' | 'crashed' | 'timed_out' | 'unavailable', number>
  >
  /** Which of the kernel's limits this machine offers. */
  readonly guards: Guards
}

export type Ready = { readonly kind: 'ready'; readonly slicerPath: string }

export type SlicerBridge = {
  /** Rejects when aborted, with the signal's reason, and on settings that no order can have. */
  slice(job: SliceJob): Promise<SliceOutcome>
  /** What a job of this account would be answered now for want of room or of a slicer: asked before costly preparations. */
  refusal(accountId: string): QueueFull | Unavailable | undefined
  /** Whether jobs can be started at all. For readiness checks. */
  readiness(): Ready | Unavailable
  stats(): BridgeStats
  /** Ends what runs, answers what waits, removes all files. */
  close(): Promise<void>
}

export function createSlicerBridge(options: BridgeOptions): SlicerBridge {
  const { workers, workDir, readGcode } = options
  const { queueLimit = Math.max(2, workers), waitLimitMs = 45_000 } = options
  const { perAccountLimit = Math.floor((workers + queueLimit) * 0.75) } = options
  const folder = new WorkFolder(workDir)
  // What cannot be removed now is tried again at the next start; slicing does not depend on it.
  const swept = folder.sweep().catch(() => {})
  const guards = findGuards()
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const pool = new FairPool<Attempted>({
    workers,
    queueLimit,
    perAccountLimit,
    waitLimitMs,
  })
  const ended = { sliced: 0, refused: 0, crashed: 0, timed_out: 0, unavailable: 0 }
  return {
    async slice({ stlPath, settings, accountId, expected, signal, onProgress }) {
      checkSettings(settings)
      const ready = readiness(options.slicerPath)
      if (ready.kind !== 'ready') return ready
      const tools: Tools = { slicerPath: ready.slicerPath, limits, guards, folder, readGcode }
      const answer = await pool.run(
        accountId,
        (signal) => sliceWithFallback(tools, { stlPath, settings, expected, signal, onProgress }),
        signal,
      )
      switch (answer.kind) {
        case 'done':
          ended[answer.value.kind]++
          return answer.value
        case 'full':
          return { ...answer, kind: 'queue_full' }
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

/** What SLICER_PATH names, a path or a program on PATH; without it PrusaSlicer on PATH, or nothing. */
export function findSlicer(configured: string | null): string | null {
  if (configured === null) return Bun.which('prusa-slicer')
  return Bun.which(configured) ?? resolve(configured)
}

function readiness(slicerPath: string | null): Ready | Unavailable {
  if (slicerPath === null) return notInstalled('no slicer is configured')
  // Jobs run in folders of their own, where a relative path would name something else.
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
