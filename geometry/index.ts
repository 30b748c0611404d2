// The geometry core's door: measure a model or a sliced file, or make a model printable, on a pool
// of workers that hold the crate's WASM build. Imports nothing of the server.
import type {
  CallerUnit,
  Format,
  JobOutcome,
  Outputs,
  PrintSettings,
  ProcessOptions,
  Source,
  Task,
  Work,
} from './messages.ts'
import type { EstimateOutcome, MeasureOutcome, NoAnswer, ProcessOutcome } from './outcome.ts'
import { type JobOptions, type PoolStats, WorkerPool } from './pool.ts'
import type { Priority } from './queue.ts'

export type { CallerUnit, Format, PrintSettings, ProcessOptions, Source } from './messages.ts'
export type {
  EstimateOutcome,
  Extents,
  MeasureOutcome,
  MeshRepair,
  MeshReport,
  PlateReport,
  Printability,
  ProcessOutcome,
  ProcessReport,
  Remark,
  Repairs,
  SecondsSource,
  SlicedReport,
  Unit,
} from './outcome.ts'
export type { PoolStats } from './pool.ts'
export type { Priority } from './queue.ts'

export type GeometryOptions = {
  /** Threads, one WASM instance each. */
  workers: number
  /** Jobs that may wait; one more is answered `busy`. Default 64. */
  queueLimit?: number
  /** Longest run of one job, waiting not counted. Default 30 s. */
  timeoutMs?: number
  /**
   * An instance whose memory has grown past this is replaced after its job. Default 512 MiB. The
   * module itself stops at 1.5 GiB, which is a `crashed` answer.
   */
  memoryLimitBytes?: number
}

export type MeasureRequest = {
  /** A path that the worker reads itself, or bytes. Bytes that fill their buffer are moved: do not use them afterwards. */
  source: Source
  format: Format
  /** Overrides the unit of the file. Ignored for sliced files. */
  units?: CallerUnit
  signal?: AbortSignal
  /** Default `normal`, and `low` for `process`: repairs leave one worker of several to the others. */
  priority?: Priority
}

export type ProcessRequest = MeasureRequest & {
  options?: ProcessOptions
  /** What to write; `stl` alone when omitted. */
  outputs?: Partial<Outputs>
}

export type EstimateRequest = MeasureRequest & { settings: PrintSettings }

export type Geometry = {
  /** Resolves when the module is compiled and a worker runs; rejects when the build is unusable. */
  ready(): Promise<void>
  /** Rejects only when aborted, closed, or the path cannot be read. */
  measure(request: MeasureRequest): Promise<MeasureOutcome>
  /**
   * Repairs a model and does what `options` ask; answers with a report and the files asked for.
   * Rejects like `measure`, and on options out of range.
   */
  process(request: ProcessRequest): Promise<ProcessOutcome>
  /**
   * Filament and time of a repaired copy, as it stands and without a slicer. Rejects like `measure`, and on
   * settings that no printer has.
   */
  estimate(request: EstimateRequest): Promise<EstimateOutcome>
  stats(): PoolStats
  /** Ends the workers; jobs without an answer are rejected. */
  close(): void
}

/** Makes the pool. Workers start when they are first needed and stay. */
export function createGeometry(options: GeometryOptions): Geometry {
  const module = compile()
  // Whoever asks first gets the error; nobody asking is no crash.
  module.catch(() => {})
  const pool = new WorkerPool({
    queueLimit: 64,
    timeoutMs: 30_000,
    memoryLimitBytes: 512 * 2 ** 20,
    ...options,
    module,
  })
  return {
    ready: () => pool.ready(),
    async measure(request) {
      const outcome = await pool.run(taskOf(request, { kind: 'measure' }), jobOf(request))
      if (outcome.kind === 'mesh' || outcome.kind === 'sliced') return outcome
      return noAnswer(outcome)
    },
    async process({ options = {}, outputs, ...request }) {
      const { stl = outputs === undefined, glb = false } = outputs ?? {}
      const work = { kind: 'process', options, outputs: { stl, glb } } as const
      const outcome = await pool.run(taskOf(request, work), jobOf({ priority: 'low', ...request }))
      return outcome.kind === 'processed' ? outcome : noAnswer(outcome)
    },
    async estimate({ settings, ...request }) {
      const { layerHeightMm, infillPercent, nozzleMm, flow } = settings
      const own = { layerHeightMm, infillPercent, nozzleMm, flow }
      const work = { kind: 'estimate', settings: own } as const
      const outcome = await pool.run(taskOf(request, work), jobOf(request))
      return outcome.kind === 'estimated' ? outcome : noAnswer(outcome)
    },
    stats: () => pool.stats(),
    close: () => pool.close(),
  }
}

function taskOf({ source, format, units }: MeasureRequest, work: Work): Task {
  return { source, format, work, ...(units && { units }) }
}

/** A worker answers what it was asked or not at all. */
function noAnswer(outcome: JobOutcome): NoAnswer {
  switch (outcome.kind) {
    case 'unreadable':
    case 'timed_out':
    case 'crashed':
    case 'busy':
      return outcome
    default:
      throw new Error(`another job's answer came back: ${outcome.kind}`)
  }
}

function jobOf({ signal, priority }: Pick<MeasureRequest, 'signal' | 'priority'>): JobOptions {
  return { ...(signal && { signal }), ...(priority && { priority }) }
}

/** One compilation for all workers. */
async function compile(): Promise<WebAssembly.Module> {
  const file = Bun.file(new URL('./pkg/geometry_bg.wasm', import.meta.url))
  return WebAssembly.compile(await file.arrayBuffer())
}
