// The messages between the pool and its workers.
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

/** What to do with a model in addition to repairing it; nothing by default. Read by the crate's process.rs. */
export type ProcessOptions = {
  /** 2 (light) or 5 (strong) Taubin passes. */
  readonly smoothing?: 'off' | 'light' | 'strong'
  /** Wall of 0.4 to 10 mm; backs off in 0.4 mm steps to 0.8 where no cavity fits. */
  readonly hollow?: { readonly wallMm: number }
  /** Orients the model on the plate, at z = 0. A pose that is good enough is kept. */
  readonly orient?: boolean
  /** Scales down a model that is larger than 340 x 320 x 340 mm; never scales up. */
  readonly scaleToPlate?: boolean
  /** Scales to this longest side, 0.1 to 10,000 mm, measured after turning and smoothing. */
  readonly longestSideMm?: number
}

/** Files to write. */
export type Outputs = { readonly stl: boolean; readonly glb: boolean; readonly threemf?: boolean }

/** Where a model is cut, in its final size and in the pose of the file. Read by the crate's change.rs. */
export type Cut =
  | {
      /** `offsetMm`: from the model's lowest point along the normal, which needs no unit length. */
      readonly plane: {
        readonly normal: readonly [number, number, number]
        readonly offsetMm: number
      }
    }
  /** Into slabs of equal thickness until each part fits the plate in some pose. */
  | { readonly toFit: true }

export type ChangeOutput = 'stl' | 'glb' | '3mf'

/** One change of a model. Read by the crate's change.rs. */
export type Change = {
  readonly options: ProcessOptions
  readonly cut?: Cut
  readonly output: ChangeOutput
}

/** How a part is printed. Read by the crate's estimate/mod.rs. */
export type PrintSettings = {
  readonly layerHeightMm: number
  /** 0 to 100. */
  readonly infillPercent: number
  readonly nozzleMm: number
  readonly flow: 'standard' | 'high'
}

/** What an inspection marks as a fault. Read by the crate's inspect/settings.rs. */
export type InspectSettings = {
  readonly nozzleMm: number
  /** Faces within the first layer count as lying on the plate. Default 0.2. */
  readonly layerHeightMm?: number
  /** Walls below this are thin, 0.05 to 10. Default twice the nozzle. */
  readonly minWallMm?: number
  /** Faces that lean out farther overhang, 0 to 90: 0 is a wall, 90 a flat ceiling. */
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
  /** For dark pages: lights and shadow differ. */
  readonly dark?: boolean
  /** Colors the triangles of faults (fault-kinds.ts). */
  readonly faults: boolean
  /** `#rrggbb`; transparent when absent. */
  readonly background?: string
  /** `#rrggbb` of the part; a neutral gray when absent. */
  readonly color?: string
}

/** A picture without faults, which needs no inspection. */
export type DrawOptions = Omit<PictureOptions, 'faults'>

/** How a part lies on the plate. Read by the crate's silhouette/file.rs. */
export type Pose = {
  /** Whether the part is turned as `process` turns it; otherwise it stays as the file has it. */
  readonly orient: boolean
}

/** What an inspection returns in addition to its report. Read by the crate's inspect/outputs.rs. */
export type InspectOutputs = {
  readonly mesh: boolean
  readonly picture?: PictureOptions
  /** The estimate of the print at these settings. */
  readonly estimate?: PrintSettings
  /** The report of `process` without options. */
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

/** Work on one model. */
export type ModelTask = {
  readonly source: Source
  readonly format: Format
  readonly units?: CallerUnit
  readonly work: Work
}

/** Parts of a plate, as `process` wrote them, are put together; `center` in coordinates of the bed. */
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

/** Pool to worker. The module is sent once, before any task. */
export type ToWorker = { readonly module: WebAssembly.Module } | { readonly task: Task }

/** Worker to pool: the system's number of its thread at the start (Linux), then one message per task. */
export type FromWorker = { readonly thread: number } | Completed

export type Completed = {
  readonly result: TaskResult
  /** Linear memory of the instance, which never shrinks. */
  readonly memoryBytes: number
}
