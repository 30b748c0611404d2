// Ports of slicing plates: the slicer that makes G-code, and the slices that the worker makes.

import type { AccountId } from '../base/caller.ts'
import type { PrintJobId } from '../base/ids/print-job-id.ts'
import type { SliceLease } from '../base/ids/slice-lease.ts'
import type { Material } from '../catalog/options.ts'
import type { SliceSettings } from '../measurement/slice-settings.ts'
import type { LengthUnit, SliceableFormat } from '../models/format.ts'
import type { MeshReport } from '../models/report.ts'
import type { SliceOutcome } from '../slicing/ports.ts'
import type { PlacedCopy, PlatePlace, PrintFile } from './jobs/job.ts'
import type { WantedSlice } from './printers/plate-profiles.ts'
import type { ResliceSettings } from './reslice-settings.ts'

export type PlateRequest = {
  /** A local copy of the mesh. */
  readonly path: string
  readonly sha256: string
  readonly format: SliceableFormat
  readonly units: LengthUnit | null
  readonly settings: SliceSettings
  /** Whether each part is laid on the face on which it prints best. */
  readonly orient: boolean
  /** Measurement of one copy as printed, to predict the slicer's time; null = not measured. */
  readonly report: MeshReport | null
  readonly copies: number
  readonly material: Material
  readonly profile: string
  /** Whether each part is rotated by 90 degrees to fit the bed. */
  readonly isTurned: boolean
  /** Identifies the account for fair scheduling in the slicer's queue. */
  readonly accountId: AccountId
  readonly signal?: AbortSignal
}

export type PlateSlice =
  | {
      readonly kind: 'plate'
      /** The G-code in the temporary folder. The caller removes it. */
      readonly path: string
      readonly sizeBytes: number
      readonly sha256: string
      /** Totals of the whole plate. */
      readonly filamentCm3: number
      readonly seconds: number
      readonly layers: number
      readonly warnings: readonly string[]
    }
  /** No slicer profile covers the settings. `why`: text for operators. */
  | { readonly kind: 'no_profile'; readonly why: string }
  | Exclude<SliceOutcome, { kind: 'sliced' }>

/** A part of a shared plate with the positions of its copies. */
export type PlacedPart = Pick<
  PlateRequest,
  'path' | 'sha256' | 'format' | 'units' | 'orient' | 'report'
> & {
  readonly copies: readonly PlacedCopy[]
  /** Planned width and depth, before rotation of its copies. */
  readonly sizeMm: readonly [number, number]
}

/** Parts of several jobs with the same settings. */
export type SharedPlateRequest = Pick<
  PlateRequest,
  'settings' | 'material' | 'profile' | 'accountId' | 'signal'
> & { readonly parts: readonly PlacedPart[] }

/**
 * `misplaced`: indexes in the request of parts whose size differs from the planned size, so that they may overlap
 * others.
 */
export type SharedPlateSlice =
  | PlateSlice
  | { readonly kind: 'misplaced'; readonly parts: readonly number[] }

/** Slices copies of a mesh into one G-code file, or the parts of a shared plate at their positions. */
export type PlateSlicer = {
  readonly slice: (request: PlateRequest) => Promise<PlateSlice>
  readonly sliceShared: (request: SharedPlateRequest) => Promise<SharedPlateSlice>
}

/** A job of a shared plate with the positions of its parts. */
export type LaidJob = { readonly id: PrintJobId; readonly place: PlatePlace }

/** A plate that a process slices for one profile, until its lease expires. */
export type TakenPlate = {
  readonly jobId: PrintJobId
  readonly profile: string
  readonly lease: SliceLease
  /** An operator's changes; empty = as ordered. */
  readonly settings: ResliceSettings
  /** Starts at 1. */
  readonly attempt: number
  /** Whether the job leads a shared plate, which is sliced as a whole. */
  readonly isShared: boolean
}

/** `unfit`: the plate does not fit the bed. */
export type PlateSliceState = 'slicing' | 'waiting' | 'failed' | 'unfit' | 'sliced'

/** A plate's slice for one profile, as shown to operators. */
export type ProfileSlice = {
  readonly profile: string
  readonly state: PlateSliceState
  readonly reason: string | null
  readonly seconds: number | null
  readonly grams: number | null
}

/** The slices that the worker makes automatically. */
export type PlateSlices = {
  /** Takes the next missing slice of a queued job whose order can be printed; null if there is none. */
  readonly take: (
    leaseSeconds: number,
    wanted: readonly WantedSlice[],
  ) => Promise<TakenPlate | null>
  /** Removes unfinished slices for profiles that no printer in service has. */
  readonly dropUnwanted: (slices: readonly WantedSlice[]) => Promise<void>
  /**
   * Stores the slice, which becomes the file of a job without a file. `laid`: the jobs of a shared plate as sliced;
   * empty if the job is alone. Returns false if another process has the slice, the job no longer needs it, or the
   * plate has changed.
   */
  readonly keep: (taken: TakenPlate, file: PrintFile, laid: readonly LaidJob[]) => Promise<boolean>
  /** Removes a slice that the job no longer needs. */
  readonly end: (taken: TakenPlate) => Promise<void>
  /**
   * Schedules a retry. Does nothing if another process has the slice. `isAttempt`: false if the slicer never got the
   * plate.
   */
  readonly tryLater: (
    taken: TakenPlate,
    later: {
      readonly seconds: number
      readonly reason: string | null
      readonly isAttempt: boolean
    },
  ) => Promise<void>
  /** Marks the slice as failed. Returns false and stores nothing if another process has it or the plate has changed. */
  readonly fail: (
    taken: TakenPlate,
    end: { readonly state: 'failed' | 'unfit'; readonly reason: string },
  ) => Promise<boolean>
  /** Returns the slices of the job by profile. */
  readonly list: (jobId: PrintJobId) => Promise<readonly ProfileSlice[]>
  /** Retries failed slices. Returns how many. */
  readonly retryFailed: () => Promise<number>
}
