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
export type Source = { path: string } | { bytes: Uint8Array }

/** What to do with a model in addition to repairing it; nothing by default. Read by the crate's process.rs. */
export type ProcessOptions = {
  /** 2 (light) or 5 (strong) Taubin passes. */
  smoothing?: 'off' | 'light' | 'strong'
  /** Wall of 0.4 to 10 mm; backs off in 0.4 mm steps to 0.8 where no cavity fits. */
  hollow?: { wallMm: number }
  /** Orients the model on the plate, at z = 0. A pose that is good enough is kept. */
  orient?: boolean
  /** Scales down a model that is larger than 340 x 320 x 340 mm; never scales up. */
  scaleToPlate?: boolean
  /** Scales to this longest side, 0.1 to 10,000 mm, measured after turning and smoothing. */
  longestSideMm?: number
}

/** Files to write. */
export type Outputs = { stl: boolean; glb: boolean; threemf?: boolean }

/** Where a model is cut, in its final size and in the pose of the file. Read by the crate's change.rs. */
export type Cut =
  | {
      /** `offsetMm`: from the model's lowest point along the normal, which needs no unit length. */
      plane: { normal: readonly [number, number, number]; offsetMm: number }
    }
  /** Into slabs of equal thickness until each part fits the plate in some pose. */
  | { toFit: true }

export type ChangeOutput = 'stl' | 'glb' | '3mf'

/** One change of a model. Read by the crate's change.rs. */
export type Change = { options: ProcessOptions; cut?: Cut; output: ChangeOutput }

/** How a part is printed. Read by the crate's estimate/mod.rs. */
export type PrintSettings = {
  layerHeightMm: number
  /** 0 to 100. */
  infillPercent: number
  nozzleMm: number
  flow: 'standard' | 'high'
}

/** What an inspection marks as a fault. Read by the crate's inspect/settings.rs. */
export type InspectSettings = {
  nozzleMm: number
  /** Faces within the first layer count as lying on the plate. Default 0.2. */
  layerHeightMm?: number
  /** Walls below this are thin, 0.05 to 10. Default twice the nozzle. */
  minWallMm?: number
  /** Faces that lean out farther overhang, 0 to 90: 0 is a wall, 90 a flat ceiling. */
  overhangDeg: number
  /** Width, depth and height; the model is centered on the plate. */
  buildVolumeMm: readonly [number, number, number]
}

export type PictureView = 'iso' | 'front' | 'back' | 'left' | 'right' | 'top' | 'bottom'

/** A shaded picture of the part. */
export type PictureOptions = {
  /** Width and height, 100 to 1024. */
  sizePx: number
  view: PictureView
  /** For dark pages: lights and shadow differ. */
  dark?: boolean
  /** Colors the triangles of faults (fault-kinds.ts). */
  faults: boolean
  /** `#rrggbb`; transparent when absent. */
  background?: string
  /** `#rrggbb` of the part; a neutral gray when absent. */
  color?: string
}

/** A picture without faults, which needs no inspection. */
export type DrawOptions = Omit<PictureOptions, 'faults'>

/** How a part lies on the plate. Read by the crate's silhouette/file.rs. */
export type Pose = {
  /** As `process` with `orient` turns it; otherwise as the file has it. */
  orient: boolean
}

/** What an inspection returns in addition to its report. */
export type InspectOutputs = { mesh: boolean; picture?: PictureOptions }

export type Work =
  | { kind: 'measure'; estimate?: PrintSettings }
  | { kind: 'process'; options: ProcessOptions; outputs: Outputs }
  | { kind: 'change'; change: Change }
  | { kind: 'estimate'; settings: PrintSettings }
  | { kind: 'inspect'; settings: InspectSettings; outputs: InspectOutputs }
  | { kind: 'draw'; picture: DrawOptions }
  | { kind: 'silhouette'; pose: Pose }

/** Work on one model. */
export type ModelTask = {
  source: Source
  format: Format
  units?: CallerUnit
  work: Work
}

/** Parts of a plate, as `process` wrote them, are put together; `center` in coordinates of the bed. */
export type PlaceTask = {
  work: {
    kind: 'place'
    parts: readonly PartToPlace[]
    center: readonly [number, number]
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
  | { kind: 'outcome'; outcome: JobOutcome }
  | { kind: 'broken'; reason: string }
  | { kind: 'error'; message: string }

/** Pool to worker. The module is sent once, before any task. */
export type ToWorker = { module: WebAssembly.Module } | { task: Task }

/** Worker to pool: the system's number of its thread at the start (Linux), then one message per task. */
export type FromWorker = { thread: number } | Completed

export type Completed = {
  result: TaskResult
  /** Linear memory of the instance, which never shrinks. */
  memoryBytes: number
}
