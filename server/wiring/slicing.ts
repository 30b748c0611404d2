// Wires slicing: the bridge to its slicer, the geometry core that reads its g-code and makes its models, and the database
// that keeps its slices.
import { join } from 'node:path'
import type { Geometry } from '../../geometry/index.ts'
import { type BridgeObserver, createSlicerBridge } from '../../slicer-bridge/bridge.ts'
import { findSlicer } from '../../slicer-bridge/readiness.ts'
import { createSliceOnce } from '../../slicer-bridge/slice-once.ts'
import { verdictSchema } from '../../slicer-bridge/verdict.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/core/connect.ts'
import { createSliceCache } from '../db/models/slices.ts'
import { sha256Hex } from '../domain/base/hash.ts'
import type { Log } from '../domain/base/ports.ts'
import type { PlateSlicer } from '../domain/farm/ports.ts'
import type { TemporaryFiles } from '../domain/models/ports.ts'
import type { SliceRequest, Slicer } from '../domain/slicing/ports.ts'
import { factsOf, withCleanModel } from './clean-model.ts'
import { createPlateSlicer } from './plate-slicer.ts'
import { warnOfSlicer } from './warn-of-slicer.ts'

export type SlicingOptions = {
  readonly config: Pick<
    Config,
    | 'production'
    | 'slicerPath'
    | 'slicerCage'
    | 'slicerConcurrency'
    | 'slicerWaitSeconds'
    | 'webConcurrency'
    | 'stateDir'
  >
  readonly db: Db
  readonly geometry: Pick<Geometry, 'measure' | 'process'>
  readonly temporaryFiles: TemporaryFiles
  readonly log: Log
  /** Slices are of the geometry core's output, so those of another version are not used. */
  readonly coreVersion: number
  readonly observer: BridgeObserver
}

export type Slicing = {
  readonly slicer: Slicer
  readonly plateSlicer: PlateSlicer
  /** `missing` = this machine does not support it; `none` = there is no slicer. */
  readonly cage: 'on' | 'off' | 'missing' | 'none'
  readonly stats: () => { workers: number; busy: number; queued: number; backlogMs: number }
  /** Ends running slices and removes their files. */
  readonly close: () => Promise<void>
}

export function openSlicing(options: SlicingOptions): Slicing {
  const { config, db, geometry, log, coreVersion } = options
  const slicerPath = findSlicer(config.slicerPath)
  const bridge = createSlicerBridge({
    slicerPath,
    cage: config.slicerCage,
    observer: options.observer,
    // The setting is for the machine, and every process has its own pool.
    workers: Math.max(1, Math.floor(config.slicerConcurrency / config.webConcurrency)),
    maxWaitMs: 1000 * config.slicerWaitSeconds,
    workDir: join(config.stateDir, 'slices'),
    // The same parser reads the slicer's g-code and customers' sliced files. A slice that waits for it occupies a worker.
    readGcode: (path, signal) =>
      geometry.measure({ source: { path }, format: 'gcode', signal, priority: 'high' }),
  })
  warnOfSlicer(log, config, bridge)
  const sliceOnce = createSliceOnce(bridge, createSliceCache(db, { schema: verdictSchema, log }))
  const slice = async (request: SliceRequest) => {
    const { sha256, format, units, settings, accountId, sliceBy, signal, report } = request
    return await sliceOnce({
      geometryHash: await sha256Hex(JSON.stringify([coreVersion, sha256, format, units])),
      settings,
      accountId,
      facts: factsOf(report),
      ...(sliceBy !== undefined && { answerBy: sliceBy }),
      ...(signal && { signal }),
      withModel: withCleanModel(options, request),
    })
  }
  const readiness: Slicer['readiness'] = () => {
    if (slicerPath === null) return 'not_configured'
    return bridge.readiness().kind === 'ready' ? 'ready' : 'broken'
  }
  const plateSlicer = createPlateSlicer({ ...options, bridge })
  return {
    slicer: { readiness, slice },
    plateSlicer,
    cage: slicerPath === null ? 'none' : cageStates[bridge.cage.kind],
    stats: bridge.stats,
    close: bridge.close,
  }
}

const cageStates = { ready: 'on', off: 'off', missing: 'missing' } as const
