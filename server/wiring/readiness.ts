// Checks of /readyz, and its sentences about the service's parts.
import type { createGeometry } from '../../geometry/index.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/core/connect.ts'
import { createOrderProbe } from '../db/metrics/order-probe.ts'
import { withTimeout } from '../domain/base/time/with-timeout.ts'
import { troubleForgottenMs, worstTrouble } from '../domain/generation/engine/engine-health.ts'
import type { ReadinessCheck } from '../http/live-pages/readiness.ts'
import type { Deps } from './deps.ts'
import type { Metrics } from './metrics/metrics.ts'
import { optionalParts } from './ports/optional-parts.ts'
import { slicerStates } from './slicing/slicer-states.ts'
import type { openSlicing } from './slicing/slicing.ts'

const engineStateMs = 2_000

export type ReadinessSettings = {
  readonly config: Config
  readonly db: Db
  readonly deps: Deps
  readonly geometry: Pick<ReturnType<typeof createGeometry>, 'ready'>
  readonly slicing: Pick<ReturnType<typeof openSlicing>, 'check' | 'cage'>
  readonly metrics: Pick<Metrics, 'eventLoop'>
}

/** Opens the checks. Checks may be added and removed while the service runs. */
export function openReadiness({ config, db, deps, geometry, slicing, metrics }: ReadinessSettings) {
  const canWriteOrders = createOrderProbe(db)
  const checks: Record<string, ReadinessCheck> = {
    database: async () => {
      await Promise.all([deps.orders.readByCode(''), canWriteOrders()])
      return 'ok'
    },
    storage: () => deps.objects.check().then(() => 'ok'),
    geometry: () => geometry.ready().then(() => 'ok'),
    slicer: slicing.check ?? (async () => slicerStates[deps.slicer.readiness()]),
  }
  /** A database that does not respond is a failed check, and provides no information about engines. */
  const engineState = async () => {
    const since = new Date(deps.clock.now().getTime() - troubleForgottenMs)
    const never = new AbortController().signal
    const list = () => deps.engineHealth.list(since).catch(() => null)
    return worstTrouble((await withTimeout(engineStateMs, never, list)) ?? [])
  }
  return {
    checks,
    parts: async () => ({
      ...optionalParts(config),
      engineHealth: await engineState(),
      slicerCage: slicing.cage,
      eventLoop: metrics.eventLoop(),
    }),
  }
}
