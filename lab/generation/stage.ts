// Shared by all histories: one database with virtual time, the service's dependencies on it, and the vendors'
// stand-ins. Replaced are the queue's runner (worker.ts), downloads and rate limits; repeated repairs and drawings of
// the same file are cached.
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Db } from '../../server/db/core/connect.ts'
import { noMeter } from '../../server/domain/base/metrics/meter.ts'
import type { Deps } from '../../server/wiring/deps.ts'
import {
  type EngineStandIns,
  startEngineStandIns,
} from '../../testing/engines/engine-stand-ins/start.ts'
import { openServiceOn, openVirtualDatabase } from '../simulation/open-service.ts'

export type Stage = {
  readonly deps: Deps
  readonly db: Db
  readonly pool: pg.Pool
  readonly isPoolBusy: () => boolean
  /** Sets the database's clock. */
  readonly setClock: (ms: number) => Promise<void>
  readonly openStandIns: () => EngineStandIns
  readonly close: () => Promise<void>
}

export async function openStage(): Promise<Stage> {
  const { database } = await openVirtualDatabase()
  const { service, isPoolBusy, close } = await openServiceOn(database, {
    name: 'generation-sim',
    decorate: (deps) => ({
      ...deps,
      meter: noMeter,
      meshes: {
        ...deps.meshes,
        process: keptRepairs(deps.meshes.process),
        draw: keptDrawings(deps.meshes.draw),
      },
    }),
  })
  const { db, pool } = service.database
  let clockMs = 0
  return {
    deps: service.deps,
    db,
    pool,
    isPoolBusy,
    setClock: async (ms) => {
      if (ms === clockMs) return
      clockMs = ms
      await pool.query('update sim.clock set at = $1', [new Date(ms)])
    },
    openStandIns: () => startEngineStandIns({ retryAfterSeconds: 0 }),
    close,
  }
}

type Process = Deps['meshes']['process']
type Draw = Deps['meshes']['draw']

const hashOf = async (path: string): Promise<string> =>
  new Bun.CryptoHasher('sha256').update(await readFile(path)).digest('hex')

function keptDrawings(draw: Draw): Draw {
  const kept = new Map<string, Awaited<ReturnType<Draw>>>()
  return async (request) => {
    const { source, ...how } = request
    const key = JSON.stringify([await hashOf(source.path), how])
    const known = kept.get(key)
    if (known !== undefined) return known
    const outcome = await draw(request)
    if (outcome.kind === 'drawn' || outcome.kind === 'unreadable') kept.set(key, outcome)
    return outcome
  }
}

/** Caches repairs, because the vendors' stand-ins make the same bodies repeatedly. */
function keptRepairs(process: Process): Process {
  const kept = new Map<string, Awaited<ReturnType<Process>>>()
  return async (request) => {
    const { source, format, options, outputs } = request
    if (!('path' in source)) return await process(request)
    const hash = await hashOf(source.path)
    const key = JSON.stringify([hash, format, options, outputs])
    const known = kept.get(key)
    if (known !== undefined) return known
    const outcome = await process(request)
    if (outcome.kind === 'processed' || outcome.kind === 'unreadable') kept.set(key, outcome)
    return outcome
  }
}
