// Messages between the pool and its workers.
import type {
  ChangeOutcome,
  DrawOutcome,
  EstimateOutcome,
  InspectOutcome,
  MeasureOutcome,
  PlaceOutcome,
  ProcessOutcome,
  SilhouetteOutcome,
} from './outcome.ts'
import type { PartToPlace } from './place-parts.ts'

export type Format = 'stl' | 'obj' | 'glb' | 'gltf' | '3mf' | 'gcode'
export type CallerUnit = 'mm' | 'cm' | 'm' | 'in'

/** Where a job's bytes come from: a file that the worker reads itself, or bytes that are transferred to it. */
export type Source = { readonly path: string } | { readonly bytes: Uint8Array }

/**
 * Changes to a model in addition to its repair; none by default. The crate parses them in
 * process.rs.
 */
export type ProcessOptions = {
  /** 2 (light) or 5 (strong) Taubin passes. */
  readonly smoothing?: 'off' | 'light' | 'strong'
  /**
   * Wall thickness, 0.4 to 10 mm. Where no cavity fits, it is reduced in steps of 0.4 mm, to no
   * less than 0.8 mm.
   */
  readonly hollow?: { readonly wallMm: number }
  /** Orients the model on the plate, at z = 0. Keeps a pose that is already good enough. */
  readonly orient?: boolean
  /** Scales down a model that is larger than 340 x 320 x 340 mm; never scales up. */
  readonly scaleToPlate?: boolean
  /** Scales to this longest side, 0.1 to 10,000 mm, measured after orientation and smoothing. */
  readonly longestSideMm?: number
}

/** Files to write. */
export type Outputs = { readonly stl: boolean; readonly glb: boolean; readonly threemf?: boolean }

/**
 * Where a model is cut, in its final size and in the pose of the file. The crate parses it in
 * change.rs.
 */
export type Cut =
  | {
      /**
       * `offsetMm`: distance from the model's lowest point along the normal. The normal can have
       * any length.
       */
      readonly plane: {
        readonly normal: readonly [number, number, number]
        readonly offsetMm: number
      }
    }
  /** Cuts into slabs of equal thickness until each part fits the plate in some pose. */
  | { readonly toFit: true }

export type ChangeOutput = 'stl' | 'glb' | '3mf'

/** One change to a model. The crate parses it in change.rs. */
export type Change = {
  readonly options: ProcessOptions
  readonly cut?: Cut
  readonly output: ChangeOutput
}

/** How a part is printed. The crate parses the settings in estimate/mod.rs. */
export type PrintSettings = {
  readonly layerHeightMm: number
  /** 0 to 100. */
  readonly infillPercent: number
  readonly nozzleMm: number
  readonly flow: 'standard' | 'high'
}

/**
 * Limits that decide which faults an inspection marks. The crate parses them in
 * inspect/settings.rs.
 */
export type InspectSettings = {
  readonly nozzleMm: number
  /** Faces within the first layer are treated as lying on the plate. Default 0.2. */
  readonly layerHeightMm?: number
  /** Walls thinner than this are reported, 0.05 to 10. Default twice the nozzle. */
  readonly minWallMm?: number
  /** Faces steeper than this are overhangs, 0 to 90: 0 is a wall, 90 a flat ceiling. */
  readonly overhangDeg: number
  /** Width, depth and height; the model is centered on the plate. */
  readonly buildVolumeMm: readonly [number, number, number]
}

export type PictureView = 'iso' | 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom'

/** A shaded picture of the part. */
export type PictureOptions = {
  /** Width and height, 100 to 1024. */
  readonly sizePx: number
  readonly view: PictureView
  /** Uses lights and a shadow that suit dark pages. */
  readonly dark?: boolean
  /** Colors the triangles of faults (fault-kinds.ts). */
  readonly faults: boolean
  /** `#rrggbb`; transparent when absent. */
  readonly background?: string
  /** `#rrggbb` of the part; a neutral gray when absent. */
  readonly color?: string
}

/** Options for a picture without faults, which needs no inspection. */
export type DrawOptions = Omit<PictureOptions, 'faults'>

/** How a part lies on the plate. The crate parses it in silhouette/file.rs. */
export type Pose = {
  /** Whether the part is oriented as `process` does it; otherwise it keeps the pose of the file. */
  readonly orient: boolean
}

/**
 * Outputs of an inspection in addition to its report. The crate parses them in inspect/outputs.rs.
 */
export type InspectOutputs = {
  readonly mesh: boolean
  readonly picture?: PictureOptions
  /** Requests an estimate of the print at these settings. */
  readonly estimate?: PrintSettings
  /** Requests the report that `process` gives without options. */
  readonly verdict?: boolean
}

export type Work =
  | {
      readonly kind: 'measure'
      readonly estimate?: PrintSettings
      readonly picture?: DrawOptions
    }
  | { readonly kind: 'process'; readonly options: ProcessOptions; readonly outputs: Outputs }
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'estimate'; readonly settings: PrintSettings }
  | {
      readonly kind: 'inspect'
      readonly settings: InspectSettings
      readonly outputs: InspectOutputs
    }
  | { readonly kind: 'draw'; readonly picture: DrawOptions }
  | { readonly kind: 'silhouette'; readonly pose: Pose }

/** A task that works on one model. */
export type ModelTask = {
  readonly source: Source
  readonly format: Format
  readonly units?: CallerUnit
  readonly work: Work
}

/**
 * Combines the parts of a plate, as `process` wrote them, into one STL. `center` is in coordinates
 * of the bed.
 */
export type PlaceTask = {
  readonly work: {
    readonly kind: 'place'
    readonly parts: readonly PartToPlace[]
    readonly center: readonly [number, number]
  }
}

export type Task = ModelTask | PlaceTask

export type JobOutcome =
  | MeasureOutcome
  | ProcessOutcome
  | ChangeOutcome
  | EstimateOutcome
  | InspectOutcome
  | DrawOutcome
  | SilhouetteOutcome
  | PlaceOutcome

/** `broken`: the instance must not be used again. `error`: the task could not be run. */
export type TaskResult =
  | { readonly kind: 'outcome'; readonly outcome: JobOutcome }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'error'; readonly message: string }

/** Message from the pool to a worker. The module is sent once, before any task. */
export type ToWorker = { readonly module: WebAssembly.Module } | { readonly task: Task }

/**
 * Message from a worker to the pool: the operating system's thread id at the start (Linux), then
 * one message per task.
 */
export type FromWorker = { readonly thread: number } | Completed

export type Completed = {
  readonly result: TaskResult
  /** Linear memory of the instance, which never shrinks. */
  readonly memoryBytes: number
}
