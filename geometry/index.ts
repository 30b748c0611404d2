// The geometry core's public interface: measures a model or a sliced file, or makes a model printable, on a pool of
// workers that run the crate's WASM build. Imports nothing from the server.
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
import type { Priority } from './queue.ts'

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
  Fault,
  FaultKind,
  FaultPlace,
  InspectOutcome,
  MeasureOutcome,
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
export type { Priority } from './queue.ts'

export type GeometryOptions = {
  /** Threads, one WASM instance each. */
  readonly workers: number
  /** Jobs that may wait; any further one ends as `busy`. Default 64. */
  readonly queueLimit?: number
  /** Maximum run time of one job, excluding its wait. Default 30 s. */
  readonly timeoutMs?: number
  /**
   * Limit for a visitor’s `process`, `estimate`, `inspect`, `draw` and `silhouette`, in processor time where the system reports it.
   * Default: the same as for others.
   */
  readonly visitorTimeoutMs?: number
  /** A visitor's job that has run this long ends as `busy` while a normal one waits. Default 1 s. */
  readonly yieldAfterMs?: number
  /** A visitor's job that has waited this long ends as `busy`. Default 20 s. */
  readonly visitorWaitMs?: number
  /**
   * An instance whose memory has grown beyond this is replaced after its job. Default 512 MiB. The module itself
   * stops at 1.5 GiB, and the job ends as `crashed`.
   */
  readonly memoryLimitBytes?: number
  readonly observer?: PoolObserver
}

type JobRequest = {
  /** A path that the worker reads itself, or bytes. Bytes that fill their buffer are transferred: do not use them afterwards. */
  readonly source: Source
  readonly format: Format
  /** Overrides the file's unit. Ignored for sliced files. */
  readonly units?: CallerUnit
  readonly signal?: AbortSignal
  /**
   * Default `normal`, and `low` for `process`, `draw` and `silhouette`: low jobs and visitors' leave one of several workers to
   * the others.
   */
  readonly priority?: Priority
  /** Callers of the same priority take turns, and each has a share of the queue. Absent: the service itself. */
  readonly caller?: string
  /** Receives the processor time of the job in milliseconds, even when it ended without a result. */
  readonly onRun?: (ms: number) => void
}

/** The caller that waits, and how important its job is. */
type Scheduling = Pick<JobRequest, 'signal' | 'priority' | 'caller' | 'onRun'>

/** `estimate`, `picture`: also estimates the print of a mesh and draws it, which is then read and repaired once for all. */
export type MeasureRequest = JobRequest & {
  readonly estimate?: PrintSettings
  readonly picture?: DrawOptions
}

export type ProcessRequest = JobRequest & {
  readonly options?: ProcessOptions
  /** Files to write; only `stl` when omitted. */
  readonly outputs?: Partial<Outputs>
}

/** `output`: the format of the files. `cut`: after all other changes but `orient`, which then turns each part. */
export type ChangeRequest = JobRequest &
  Omit<Change, 'options'> & { readonly options?: ProcessOptions }

export type EstimateRequest = JobRequest & { readonly settings: PrintSettings }

export type InspectRequest = JobRequest & {
  readonly settings: InspectSettings
  /** Only the reports when omitted. */
  readonly outputs?: InspectOutputs
}

export type DrawRequest = JobRequest & { readonly picture: DrawOptions }

/**
 * `parts`: as `process` wrote them, each with its copies; bytes that fill their buffer are transferred. `center` of
 * the plate, in coordinates of the bed.
 */
export type PlaceRequest = Scheduling & {
  readonly parts: readonly PartToPlace[]
  readonly center: readonly [number, number]
}

/** `pose`: as the file has it when omitted. */
export type SilhouetteRequest = JobRequest & { readonly pose?: Pose }

export type Geometry = {
  /** Resolves when the module is compiled and a worker is running; rejects when the build is unusable. */
  ready(): Promise<void>
  /** Rejects only when aborted, closed, or the path cannot be read, and on settings that no printer has. */
  measure(request: MeasureRequest): Promise<MeasureOutcome>
  /**
   * Repairs a model and applies `options`; returns a report and the requested files.
   * Rejects like `measure`, and on options out of range.
   */
  process(request: ProcessRequest): Promise<ProcessOutcome>
  /**
   * Repairs a model, applies `options`, cuts it where requested, and returns its parts as files. Rejects like `process`, and on a plane
   * without direction.
   */
  change(request: ChangeRequest): Promise<ChangeOutcome>
  /**
   * Filament and print time of a repaired copy in its given pose, without a slicer. Rejects like `measure`, and on
   * settings that no printer has.
   */
  estimate(request: EstimateRequest): Promise<EstimateOutcome>
  /**
   * Measures a model like `measure`, finds its faults and thin walls, and returns the surface for display and a picture
   * where requested. Sliced files are refused. Rejects like `measure`, and on settings out of range.
   */
  inspect(request: InspectRequest): Promise<InspectOutcome>
  /**
   * The picture of an inspection without its faults, drawn without looking for them. Sliced files are refused. Rejects like
   * `measure`, and on a picture out of range.
   */
  draw(request: DrawRequest): Promise<DrawOutcome>
  /** Where the part touches the plate or hides it from above. Sliced files are refused. Rejects like `measure`. */
  silhouette(request: SilhouetteRequest): Promise<SilhouetteOutcome>
  /** One binary STL of all copies of a plate, each standing on the bed where it is to be printed. Rejects when aborted or closed. */
  place(request: PlaceRequest): Promise<PlaceOutcome>
  stats(): PoolStats
  /** Terminates the workers; unfinished jobs are rejected. */
  close(): void
}

/** Creates the pool. Workers start when they are first needed and stay alive. */
export function createGeometry(poolOptions: GeometryOptions): Geometry {
  const module = compiledModule()
  // The first job gets the error; an unused pool must not crash the process.
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
  /** Options of repairs and pictures, which nobody's price waits for. */
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

/** Drops other members of the caller's object, which the crate would refuse. */
function printSettings(given: PrintSettings): PrintSettings {
  const { layerHeightMm, infillPercent, nozzleMm, flow } = given
  return { layerHeightMm, infillPercent, nozzleMm, flow }
}

/** Narrows an outcome that is not the expected result; another job's result is a bug. */
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

/** Once for all pools of the process: the code of a second module would be optimized again, which takes a second of processor time. */
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
