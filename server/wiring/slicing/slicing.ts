// Wires slicing: a slicer in this process or in slicing processes, the geometry core that makes its models, and the database that stores
// its slices.

import type { Geometry } from '../../../geometry/index.ts'
import type { BridgeObserver, SlicerBridge } from '../../../slicer-bridge/bridge.ts'
import { verdictSchema } from '../../../slicer-bridge/outcome/verdict.ts'
import { createRemoteBridge } from '../../../slicer-bridge/remote/remote-bridge.ts'
import { sliceKey } from '../../../slicer-bridge/settings/profile.ts'
import { createIsSliced, createSliceOnce } from '../../../slicer-bridge/slice-once.ts'
import { traceHeaders } from '../../adapters/observability/trace-context.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/core/connect.ts'
import { createSliceCache } from '../../db/models/slices.ts'
import { sha256Hex } from '../../domain/base/hash.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { PlateProfiles } from '../../domain/farm/printers/plate-profiles.ts'
import type { PlateSlicer } from '../../domain/farm/slice-ports.ts'
import { defaultSliceSettings } from '../../domain/measurement/slice-settings.ts'
import type { TemporaryFiles } from '../../domain/models/ports.ts'
import type { SliceRequest, Slicer } from '../../domain/slicing/ports.ts'
import type { ReadinessCheck } from '../../http/live-pages/readiness.ts'
import { sliceFactsOf, withCleanModel } from '../geometry/clean-model.ts'
import { type LocalSlicerOptions, openLocalSlicer } from './local-slicer.ts'
import { openPlateProfiles } from './plate-profiles.ts'
import { createPlateSlicer } from './plate-slicer.ts'

export type SlicingOptions = {
  readonly config: LocalSlicerOptions['config'] &
    Pick<Config, 'slicerUrl' | 'slicerProfiles' | 'webConcurrency'>
  readonly db: Db
  readonly geometry: Pick<Geometry, 'measure' | 'place' | 'process'>
  readonly temporaryFiles: TemporaryFiles
  readonly log: Log
  /** Slices are made from the geometry core's output, so slices of another version are not used. */
  readonly coreVersion: number
  readonly observer: BridgeObserver
}

/** The slicer that makes the slices. */
type Source = {
  readonly bridge: Pick<SlicerBridge, 'slice' | 'close' | 'identity'>
  readonly readiness: Slicer['readiness']
  /**
   * `missing` means that this machine does not support it; `none` means that there is no slicer; `remote` means that a slicing process
   * decides.
   */
  readonly cage: 'on' | 'off' | 'missing' | 'none' | 'remote'
  /** Check for /readyz. Null means the same as `readiness`. */
  readonly check: ReadinessCheck | null
  /** Null means that the slicing processes have separate statistics. */
  readonly stats: SlicerBridge['stats'] | null
}

export type Slicing = Pick<Source, 'cage' | 'check' | 'stats'> & {
  readonly slicer: Slicer
  readonly plateSlicer: PlateSlicer
  readonly plateProfiles: PlateProfiles
  /** Ends running slices and removes their files. */
  readonly close: () => Promise<void>
}

type MeshOfSlice = Pick<SliceRequest, 'sha256' | 'format' | 'units' | 'orient'>

export function openSlicing(options: SlicingOptions): Slicing {
  const { config, db, log, coreVersion } = options
  const { bridge, readiness, ...shown } =
    config.slicerUrl === null ? localSource(options) : remoteSource(config.slicerUrl, options)
  const cache = createSliceCache(db, { schema: verdictSchema, log })
  const sliceOnce = createSliceOnce(bridge, cache)
  const isSliced = createIsSliced(bridge, cache)
  const hashOf = ({ sha256, format, units, orient = false }: MeshOfSlice) => {
    const mesh = [coreVersion, sha256, format, units, ...(orient ? ['orient'] : [])]
    return sha256Hex(JSON.stringify(mesh))
  }
  const isStored: Slicer['isStored'] = async ({ settings, ...mesh }) =>
    await isSliced({ geometryHash: await hashOf(mesh), settings })
  const slice = async (request: SliceRequest) => {
    const { settings, accountId, sliceBy, signal, report } = request
    return await sliceOnce({
      geometryHash: await hashOf(request),
      settings,
      accountId,
      facts: sliceFactsOf(report),
      ...(sliceBy !== undefined && { answerBy: sliceBy }),
      ...(signal && { signal }),
      withModel: withCleanModel(options, request),
    })
  }
  const plateProfiles = openPlateProfiles(config.slicerProfiles, log)
  const plateSlicer = createPlateSlicer({ ...options, bridge, profiles: plateProfiles })
  const analysisKey = async () => {
    const identity = await bridge.identity()
    return identity === null ? null : sliceKey(`${coreVersion}`, defaultSliceSettings, identity)
  }
  const slicer = { readiness, slice, isStored, analysisKey }
  return { ...shown, slicer, plateSlicer, plateProfiles, close: bridge.close }
}

function localSource(options: SlicingOptions): Source {
  const slicer = openLocalSlicer({ ...options, processes: options.config.webConcurrency })
  return { ...slicer, check: null, stats: slicer.bridge.stats }
}

/** Creates the remote slicer. The slice itself detects a slicing process that does not respond; its outcome is then `unreachable`. */
function remoteSource(url: string, { observer }: SlicingOptions): Source {
  const bridge = createRemoteBridge({ url, observer, headers: traceHeaders })
  return {
    bridge,
    readiness: () => 'ready',
    cage: 'remote',
    check: async () => ((await bridge.probe()) ? 'remote' : 'broken'),
    stats: null,
  }
}
