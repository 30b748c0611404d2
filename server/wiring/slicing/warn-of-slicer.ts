// Warnings at the start about a slicer that cannot run, or that runs without its cage.
import type { SlicerBridge } from '../../../slicer-bridge/bridge.ts'
import { findSlicer } from '../../../slicer-bridge/readiness.ts'
import type { Config } from '../../config/config.ts'
import type { Log } from '../../domain/base/ports.ts'

type Settings = Pick<Config, 'production' | 'slicerPath' | 'slicerCage'>

/** Logs the warnings. Logs none for a slicer that is neither installed nor configured. */
export function warnOfSlicer(
  log: Pick<Log, 'warn'>,
  { production, slicerPath, slicerCage }: Settings,
  bridge: Pick<SlicerBridge, 'readiness' | 'cage'>,
): void {
  const readiness = bridge.readiness()
  if (readiness.kind === 'unavailable') {
    const { reason, detail } = readiness
    const effect = 'slice-quote is refused, quotes are estimates'
    if (reason === 'no_cage') {
      log.warn('slicer.unusable', { setting: 'SLICER_CAGE', detail, effect })
    } else if (slicerPath !== null) {
      log.warn('slicer.unusable', {
        setting: 'SLICER_PATH',
        path: findSlicer(slicerPath),
        detail,
        effect,
      })
    }
    return
  }
  const effect = 'the slicer can read what the service can, and reach the network'
  if (bridge.cage.kind === 'missing') {
    log.warn('slicer.no_cage', { detail: bridge.cage.detail, effect })
  } else if (production && slicerCage === 'off') {
    log.warn('slicer.no_cage', { detail: 'SLICER_CAGE=off', effect })
  }
}
