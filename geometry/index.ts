// Public interface of the geometry core. Measures a model or a sliced file, or makes a model
// printable, on a pool of workers that run the crate's WASM build. Imports nothing from the server.
import type {
  CallerUnit,
  Change,
  DrawOptions,
  Format,
  InspectOutputs,
  InspectSettings,
  JobOutcome,
  ModelTask,
  Outputs,
  Pose,
  PrintSettings,
  ProcessOptions,
  Source,
  Work,
} from './messages.ts'
import type {
  ChangeOutcome,
  DrawOutcome,
  EstimateOutcome,
  InspectOutcome,
  JobFailure,
  MeasureOutcome,
  PlaceOutcome,
  ProcessOutcome,
  SilhouetteOutcome,
} from './outcome.ts'
import type { PartToPlace } from './place-parts.ts'
import { type JobOptions, type PoolObserver, type PoolStats, WorkerPool } from './pool.ts'
import type { TaskPriority } from './queue.ts'

export { faultBits, faultColors, faultOrder } from './fault-kinds.ts'
export type {
  CallerUnit,
  Change,
  ChangeOutput,
  Cut,
  DrawOptions,
  Format,
  InspectOutputs,
  InspectSettings,
  PictureOptions,
  PictureView,
  Pose,
  PrintSettings,
  ProcessOptions,
  Source,
} from './messages.ts'
export type {
  ChangedPart,
  ChangeOutcome,
  DisplayMesh,
  DrawOutcome,
  EstimateOutcome,
  Extents,
  FaultKind,
  FaultPlace,
  InspectOutcome,
  MeasureOutcome,
  MeshFault,
  MeshRepair,
  MeshReport,
  PlaceOutcome,
  PlateReport,
  PlateTime,
  Printability,
  ProcessOutcome,
  ProcessReport,
  ReceivedMesh,
  Remark,
  Repairs,
  SecondsSource,
  Silhouette,
  SilhouetteOutcome,
  SlicedReport,
  SupportPlan,
  ThinPlace,
  Unit,
  WallReport,
} from './outcome.ts'
export type { PartToPlace } from './place-parts.ts'
export type { PoolObserver, PoolStats } from './pool.ts'
export type { TaskPriority } from './queue.ts'

export type GeometryOptions = {
  /** Number of threads, with one WASM instance each. */
  readonly workers: number
  /** Number of jobs that may wait. Any further job finishes as `busy`. Default 64. */
  readonly queueLimit?: number
  /** Maximum run time of one job, excluding its wait. Default 30 s. */
  readonly timeoutMs?: number
  /**
   * Limit for a visitor's `process`, `estimate`, `inspect`, `draw` and `silhouette` jobs, in
   * processor time where the system reports it. Default: the same limit as for other callers.
   */
  readonly visitorTimeoutMs?: number
  /**
   * A visitor's job that has run this long finishes as `busy` while a normal job waits. Default 1
   * s.
   */
  readonly yieldAfterMs?: number
  /** A visitor's job that has waited this long finishes as `busy`. Default 20 s. */
  readonly visitorWaitMs?: number
  /**
   * An instance whose memory exceeds this is replaced after its job. Default 512 MiB. The module
   * cannot grow beyond 1.5 GiB; a job that needs more finishes as `crashed`.
   */
  readonly memoryLimitBytes?: number
  readonly observer?: PoolObserver
}

type JobRequest = {
  /**
   * A path that the worker reads, or bytes. Bytes that fill their buffer are transferred: do not
   * use them afterwards.
   */
  readonly source: Source
  readonly format: Format
  /** Overrides the file's unit. Ignored for sliced files. */
  readonly units?: CallerUnit
  readonly signal?: AbortSignal
  /**
   * Default `normal`, and `low` for `process`, `draw` and `silhouette`. Low-priority and visitors'
   * jobs leave one worker free for other jobs, if there are several workers.
   */
  readonly priority?: TaskPriority
  /**
   * Callers of the same priority take turns, and each has a share of the queue. Absent for the
   * service itself.
   */
  readonly caller?: string
  /** Receives the processor time of the job in milliseconds, even if the job has no result. */
  readonly onRun?: (ms: number) => void
}

/** The caller of a job, and its priority. */
type Scheduling = Pick<JobRequest, 'signal' | 'priority' | 'caller' | 'onRun'>

/**
 * `estimate`, `picture`: also estimates the print of a mesh and draws it. The mesh is read and
 * repaired only once.
 */
export type MeasureRequest = JobRequest & {
  readonly estimate?: PrintSettings
  readonly picture?: DrawOptions
}

export type ProcessRequest = JobRequest & {
  readonly options?: ProcessOptions
  /** Files to write; only `stl` by default. */
  readonly outputs?: Partial<Outputs>
}

/**
 * `output`: format of the files. `cut`: runs after all other changes except `orient`, which then
 * orients each part.
 */
export type ChangeRequest = JobRequest &
  Omit<Change, 'options'> & { readonly options?: ProcessOptions }

export type EstimateRequest = JobRequest & { readonly settings: PrintSettings }

export type InspectRequest = JobRequest & {
  readonly settings: InspectSettings
  /** Outputs to return; only the reports by default. */
  readonly outputs?: InspectOutputs
}

export type DrawRequest = JobRequest & { readonly picture: DrawOptions }

/**
 * `parts`: files that `process` wrote, each with its copies. Bytes that fill their buffer are
 * transferred. `center`: center of the plate, in coordinates of the bed.
 */
export type PlaceRequest = Scheduling & {
  readonly parts: readonly PartToPlace[]
  readonly center: readonly [number, number]
}

/** `pose`: the pose of the file by default. */
export type SilhouetteRequest = JobRequest & { readonly pose?: Pose }

export type Geometry = {
  /** Resolves when the module is compiled and a worker is running; rejects when the build is unusable. */
  ready(): Promise<void>
  /**
   * Measures a file. Rejects only when aborted, closed, or the path cannot be read, and on settings
   * that no printer has.
   */
  measure(request: MeasureRequest): Promise<MeasureOutcome>
  /**
   * Repairs a model and applies `options`; returns a report and the requested files.
   * Rejects like `measure`, and on options out of range.
   */
  process(request: ProcessRequest): Promise<ProcessOutcome>
  /**
   * Repairs a model, applies `options`, cuts it where requested, and returns its parts as files.
   * Rejects like `process`, and on a plane without a direction.
   */
  change(request: ChangeRequest): Promise<ChangeOutcome>
  /**
   * Estimates filament and print time of a repaired copy in its given pose, without a slicer.
   * Rejects like `measure`, and on settings that no printer has.
   */
  estimate(request: EstimateRequest): Promise<EstimateOutcome>
  /**
   * Measures a model like `measure`, finds its faults and thin walls, and on request returns the
   * surface for display and a picture. Refuses sliced files. Rejects like `measure`, and on
   * settings out of range.
   */
  inspect(request: InspectRequest): Promise<InspectOutcome>
  /**
   * Draws the picture of an inspection, but without searching for faults. Refuses sliced files.
   * Rejects like `measure`, and on a picture out of range.
   */
  draw(request: DrawRequest): Promise<DrawOutcome>
  /**
   * Returns the area in which the part touches the plate or covers it from above. Refuses sliced
   * files. Rejects like `measure`.
   */
  silhouette(request: SilhouetteRequest): Promise<SilhouetteOutcome>
  /**
   * Returns one binary STL of all copies on a plate, each at its place on the bed. Rejects when
   * aborted or closed.
   */
  place(request: PlaceRequest): Promise<PlaceOutcome>
  stats(): PoolStats
  /** Terminates the workers; unfinished jobs are rejected. */
  close(): void
}

/** Creates the pool. Workers start when they are first needed, and then stay alive. */
export function createGeometry(poolOptions: GeometryOptions): Geometry {
  const module = compiledModule()
  // The first job reports the error. A rejected promise of an unused pool must not crash the
  // process.
  module.catch(() => {})
  const pool = new WorkerPool({
    queueLimit: 64,
    timeoutMs: 30_000,
    yieldAfterMs: 1_000,
    visitorWaitMs: 20_000,
    memoryLimitBytes: 512 * 2 ** 20,
    ...poolOptions,
    module,
  })
  const { visitorTimeoutMs } = poolOptions
  const limitedJobOf = (request: Scheduling): JobOptions => ({
    ...jobOf(request),
    ...(request.priority === 'visitor' &&
      visitorTimeoutMs !== undefined && { timeoutMs: visitorTimeoutMs }),
  })
  /** Returns the options of repairs and pictures, which no price waits for. */
  const sideJobOf = (request: Scheduling) => limitedJobOf({ priority: 'low', ...request })
  return {
    ready: () => pool.ready(),
    async measure({ estimate, picture, ...request }) {
      const work = {
        kind: 'measure',
        ...(estimate && { estimate: printSettings(estimate) }),
        ...(picture && { picture }),
      } as const
      const outcome = await pool.run(taskOf(request, work), jobOf(request))
      if (outcome.kind === 'mesh' || outcome.kind === 'sliced') return outcome
      return jobFailure(outcome)
    },
    async process({ options = {}, outputs, ...request }) {
      const { stl = outputs === undefined, glb = false, threemf = false } = outputs ?? {}
      const work = { kind: 'process', options, outputs: { stl, glb, threemf } } as const
      const outcome = await pool.run(taskOf(request, work), sideJobOf(request))
      return outcome.kind === 'processed' ? outcome : jobFailure(outcome)
    },
    async change({ options = {}, cut, output, ...request }) {
      const change = { options, ...(cut && { cut }), output }
      const outcome = await pool.run(
        taskOf(request, { kind: 'change', change }),
        sideJobOf(request),
      )
      return outcome.kind === 'changed' ? outcome : jobFailure(outcome)
    },
    async estimate({ settings, ...request }) {
      const work = { kind: 'estimate', settings: printSettings(settings) } as const
      const outcome = await pool.run(taskOf(request, work), limitedJobOf(request))
      return outcome.kind === 'estimated' ? outcome : jobFailure(outcome)
    },
    async inspect({ settings, outputs = { mesh: false }, ...request }) {
      const { estimate, ...others } = outputs
      const wanted = { ...others, ...(estimate && { estimate: printSettings(estimate) }) }
      const work = { kind: 'inspect', settings, outputs: wanted } as const
      const outcome = await pool.run(taskOf(request, work), limitedJobOf(request))
      return outcome.kind === 'inspected' ? outcome : jobFailure(outcome)
    },
    async draw({ picture, ...request }) {
      const outcome = await pool.run(taskOf(request, { kind: 'draw', picture }), sideJobOf(request))
      return outcome.kind === 'drawn' ? outcome : jobFailure(outcome)
    },
    async silhouette({ pose = { orient: false }, ...request }) {
      const work = { kind: 'silhouette', pose } as const
      const outcome = await pool.run(taskOf(request, work), sideJobOf(request))
      return outcome.kind === 'silhouette' ? outcome : jobFailure(outcome)
    },
    async place({ parts, center, ...request }) {
      const work = { kind: 'place', parts, center } as const
      const outcome = await pool.run({ work }, sideJobOf(request))
      return outcome.kind === 'placed' ? outcome : jobFailure(outcome)
    },
    stats: () => pool.stats(),
    close: () => pool.close(),
  }
}

function taskOf({ source, format, units }: JobRequest, work: Work): ModelTask {
  return { source, format, work, ...(units && { units }) }
}

/** Drops other members of the caller's object, because the crate would refuse them. */
function printSettings(given: PrintSettings): PrintSettings {
  const { layerHeightMm, infillPercent, nozzleMm, flow } = given
  return { layerHeightMm, infillPercent, nozzleMm, flow }
}

/** Narrows an outcome that is not the expected result. The result of a different job is a bug. */
function jobFailure(outcome: JobOutcome): JobFailure {
  switch (outcome.kind) {
    case 'unreadable':
    case 'timed_out':
    case 'crashed':
    case 'busy':
      return outcome
    default:
      throw new Error(`the outcome of another kind of job: ${outcome.kind}`)
  }
}

function jobOf({ signal, priority, caller, onRun }: Scheduling): JobOptions {
  return {
    ...(signal && { signal }),
    ...(priority && { priority }),
    ...(caller !== undefined && { caller }),
    ...(onRun && { onRun }),
  }
}

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * Returns one module for all pools of the process. The code of a second module would be optimized
 * again, which takes a second of processor time.
 */
function compiledModule(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = undefined
    throw error
  })
  return compiled
}

async function compile(): Promise<WebAssembly.Module> {
  const file = Bun.file(new URL('./pkg/geometry_bg.wasm', import.meta.url))
  return WebAssembly.compile(await file.arrayBuffer())
}
