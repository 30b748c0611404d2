// Processes one model like an order: measures, checks and prices it with the service's functions,
// at the default settings and without a database.
import type { Geometry } from '../../geometry/index.ts'
import { defaultPrintOptions } from '../../server/domain/catalog/options.ts'
import { measurePart } from '../../server/domain/measurement/measure-part.ts'
import { createRunningEstimates } from '../../server/domain/measurement/running-estimates.ts'
import { defaultSliceSettings } from '../../server/domain/measurement/slice-settings.ts'
import { maxModelBytes } from '../../server/domain/models/size-limit.ts'
import { noUsageReason, priceOrder } from '../../server/domain/pricing/price-order.ts'
import { codeOf } from '../../server/http/refusals/codes.ts'
import type { Failure } from '../../server/http/refusals/failure.ts'
import { refusalOf } from '../../server/http/refusals/refusal-of.ts'
import type { FoundModel } from './find-models.ts'

export type Judged = {
  /** Processor time of all jobs of the geometry core, in milliseconds. */
  readonly cpuMs: number
} & (
  | { readonly kind: 'priced'; readonly sliced: true; readonly cents: number }
  | ({ readonly kind: 'priced'; readonly sliced: false; readonly cents: number } & PricedMesh)
  | Refused
  | { readonly kind: 'crashed'; readonly reason: string }
  | { readonly kind: 'timed_out' }
)

type PricedMesh = {
  readonly billedGrams: number
  readonly triangles: number
  readonly volumeCm3: number
  /** Size of the file's unit in mm. */
  readonly unit: string
  readonly watertight: boolean
  readonly volumeIsExact: boolean
  readonly bodiesOverlap: boolean
  /** The estimate, or the code with which it failed. */
  readonly estimate: Estimate | string
}

type Refused = {
  readonly kind: 'refused'
  /** Code and sentence that the caller receives. */
  readonly code: string
  readonly sentence: string
  /** Code of the geometry core; null if the core did not refuse the file. */
  readonly coreCode: string | null
}

/** Filament and seconds of the part in the pose of its file, and of its supports in that pose. */
export type Estimate = {
  readonly cm3: number
  readonly seconds: number
  readonly supportCm3: number
  readonly supportSeconds: number
  readonly decision: 'none' | 'turn' | 'supports'
}

/** The part of the geometry core that a price needs. */
export type Core = Pick<Geometry, 'measure' | 'estimate'>

const country = 'US'
/** Longer than the limit of the core, so that the wait never cuts off an estimate. */
const estimateWaitMs = 600_000

/** Judges a model. `limitMs`: processor time above which a job is reported as timed out. */
export async function judgeModel(
  core: Core,
  { path, format, sha256, bytes }: Pick<FoundModel, 'path' | 'format'> & Content,
  limitMs: number,
): Promise<Judged> {
  const seen = watched(core, limitMs)
  if (format === null) return refused(seen, { kind: 'file_unsupported' })
  if (bytes === 0) return refused(seen, { kind: 'file_empty' })
  if (bytes > maxModelBytes) return refused(seen, { kind: 'file_too_large' })
  const part = await measurePart(depsOf(seen), {
    path,
    sha256,
    format,
    units: null,
    settings: defaultSliceSettings,
    estimateBy: performance.now() + estimateWaitMs,
  })
  if (seen.ended !== null) return { ...seen.ended, cpuMs: seen.cpuMs }
  if (!part.ok) return refused(seen, part.failure)
  const { measurement, estimate } = part.value
  const price = priceOrder(measurement, defaultPrintOptions, country)
  if (price === null) return refused(seen, { kind: 'mesh_unreadable', reason: noUsageReason })
  const { cpuMs } = seen
  const priced = { kind: 'priced', cpuMs, cents: price.totalCents } as const
  if (measurement.kind === 'sliced') return { ...priced, sliced: true }
  const { triangles, volumeCm3, unit, watertight, bodiesOverlap = false } = measurement.report
  return {
    ...priced,
    sliced: false,
    billedGrams: price.gramsPerPart,
    triangles,
    volumeCm3,
    unit,
    watertight,
    bodiesOverlap,
    volumeIsExact: seen.volumeIsExact,
    estimate:
      estimate === null
        ? (seen.estimateCode ?? 'none')
        : {
            cm3: estimate.filamentCm3,
            seconds: estimate.seconds,
            supportCm3: estimate.supports.filamentCm3,
            supportSeconds: estimate.supports.seconds,
            decision: estimate.supports.decision,
          },
  }
}

type Content = { readonly sha256: string; readonly bytes: number }

type Seen = {
  cpuMs: number
  core: Core
  /** Reason why a job finished without a verdict on the file. */
  ended:
    | { readonly kind: 'crashed'; readonly reason: string }
    | { readonly kind: 'timed_out' }
    | null
  coreCode: string | null
  estimateCode: string | null
  volumeIsExact: boolean
}

/** Wraps the core and records values that the service's functions do not return. */
function watched(core: Core, limitMs: number): Seen {
  /** Runs a job and adds its processor time. */
  async function run<T>(job: (onRun: (ms: number) => void) => Promise<T>) {
    let jobMs = 0
    const outcome = await job((ms) => {
      jobMs = ms
    })
    seen.cpuMs += jobMs
    return jobMs > limitMs ? ({ kind: 'timed_out' } as const) : outcome
  }
  const seen: Seen = {
    cpuMs: 0,
    ended: null,
    coreCode: null,
    estimateCode: null,
    volumeIsExact: false,
    core: {
      // Measured again without the estimate if the estimate took too long.
      measure: async (request) => {
        const outcome = await run((onRun) => core.measure({ ...request, onRun }))
        const isCutOff = outcome.kind === 'crashed' || outcome.kind === 'timed_out'
        seen.ended = isCutOff ? outcome : null
        if (isCutOff && request.estimate) seen.estimateCode = outcome.kind
        if (outcome.kind === 'unreadable') seen.coreCode = outcome.code
        if (outcome.kind === 'mesh') {
          seen.volumeIsExact = outcome.report.volumeIsExact
          if (outcome.estimate?.kind === 'unreadable') seen.estimateCode = outcome.estimate.code
        }
        return outcome
      },
      estimate: async (request) => {
        const outcome = await run((onRun) => core.estimate({ ...request, onRun }))
        if (outcome.kind === 'unreadable') {
          seen.estimateCode = outcome.code
        } else {
          seen.estimateCode = outcome.kind === 'estimated' ? null : outcome.kind
        }
        return outcome
      },
    },
  }
  return seen
}

type Deps = Parameters<typeof measurePart>[0]

/** Returns dependencies that store measurements for this model only, like the database does. */
function depsOf({ core }: Seen): Deps {
  let measurement: Awaited<ReturnType<Deps['measurements']['read']>> = null
  let estimate: Awaited<ReturnType<Deps['printEstimates']['read']>> = null
  return {
    geometry: core,
    meshes: core,
    measurements: {
      read: async () => measurement,
      save: async (_, outcome) => {
        measurement = outcome
      },
    },
    printEstimates: {
      read: async () => estimate,
      save: async (_, made) => {
        estimate = made
      },
    },
    runningEstimates: createRunningEstimates(),
    temporaryFiles: { hold: () => () => Promise.resolve() },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
  }
}

function refused({ cpuMs, coreCode }: Seen, failure: Failure): Judged {
  const { error } = refusalOf(failure)
  return { kind: 'refused', cpuMs, code: codeOf(failure), sentence: error, coreCode }
}
