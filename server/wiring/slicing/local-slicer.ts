// The slicer of this machine, with the geometry core that reads its G-code. A service process has one unless SLICER_URL is set; a slicing
// process consists only of it.
import { join } from 'node:path'
import type { Geometry } from '../../../geometry/index.ts'
import {
  type BridgeObserver,
  createSlicerBridge,
  type SlicerBridge,
} from '../../../slicer-bridge/bridge.ts'
import { findSlicer } from '../../../slicer-bridge/readiness.ts'
import type { MachineConfig } from '../../config/machine.ts'
import type { Log } from '../../domain/base/ports.ts'
import { warnOfSlicer } from './warn-of-slicer.ts'

export type LocalSlicerOptions = {
  readonly config: Pick<
    MachineConfig,
    | 'production'
    | 'slicerPath'
    | 'slicerCage'
    | 'slicerConcurrency'
    | 'slicerWaitSeconds'
    | 'stateDir'
  >
  /** Number of processes among which the slicers are divided. */
  readonly processes: number
  readonly geometry: Pick<Geometry, 'measure'>
  readonly log: Log
  readonly observer: BridgeObserver
}

export type LocalSlicer = {
  readonly bridge: SlicerBridge
  readonly readiness: () => 'ready' | 'not_configured' | 'broken'
  /** `missing` means that this machine does not support it; `none` means that there is no slicer. */
  readonly cage: 'on' | 'off' | 'missing' | 'none'
}

export function openLocalSlicer(options: LocalSlicerOptions): LocalSlicer {
  const { config, geometry, processes, log, observer } = options
  const slicerPath = findSlicer(config.slicerPath)
  const bridge = createSlicerBridge({
    slicerPath,
    cage: config.slicerCage,
    observer,
    // The setting is for the whole machine, but every process has its own pool.
    workers: Math.max(1, Math.floor(config.slicerConcurrency / processes)),
    maxWaitMs: 1000 * config.slicerWaitSeconds,
    workDir: join(config.stateDir, 'slices'),
    onSweepError: (error) => log.warn('slicer.folders_not_removed', { error }),
    // The same parser reads the slicer's G-code and customers' sliced files. A slice that waits for it occupies a worker.
    readGcode: (path, signal) =>
      geometry.measure({ source: { path }, format: 'gcode', signal, priority: 'high' }),
  })
  warnOfSlicer(log, config, bridge)
  return {
    bridge,
    readiness: () => {
      if (slicerPath === null) return 'not_configured'
      return bridge.readiness().kind === 'ready' ? 'ready' : 'broken'
    },
    cage: slicerPath === null ? 'none' : cageStates[bridge.cage.kind],
  }
}

const cageStates = { ready: 'on', off: 'off', missing: 'missing' } as const
