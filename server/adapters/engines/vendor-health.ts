// Observed health of each vendor: out of credit, access denied, slow, busy, malformed responses. `auto` skips a vendor for some minutes
// when its account is the cause (decisions.md 66).
import type { Clock, Log } from '../../domain/base/ports.ts'
import type {
  EngineFailure,
  EngineName,
  EngineProgress,
} from '../../domain/generation/engine/engine.ts'
import {
  type EngineHealth,
  type TroubleKind,
  troubleForgottenMs,
  type VendorTrouble,
} from '../../domain/generation/engine/engine-health.ts'
import { engineTable, type VendorName } from './engine-table.ts'
import { failures, isBeforeCreation } from './failures.ts'
import type { Created } from './vendor.ts'

/** Failures after which the vendor has created nothing, so that another engine may be called. */
const faultlessFailures: ReadonlySet<EngineFailure> = new Set([
  failures.noCredit,
  failures.refusedAccess,
  failures.busy,
  failures.moderationDown,
  failures.badRequest,
  failures.badPicture,
  failures.tooComplex,
  failures.unknownModel,
  failures.budgetUsedUp,
])

export const isBeforeAnyTask = (failure: EngineFailure): boolean =>
  faultlessFailures.has(failure) || isBeforeCreation(failure)

/** Whether the vendor rejected a create call, so that nothing was created. */
export const isRefusal = (created: Created): boolean =>
  created.kind === 'refused' || (created.kind !== 'created' && isBeforeAnyTask(created))

const minute = 60_000
const troubles: ReadonlyMap<EngineFailure, { trouble: TroubleKind; leftOutMs: number }> = new Map([
  [failures.noCredit, { trouble: 'out_of_credit', leftOutMs: 10 * minute }],
  [failures.refusedAccess, { trouble: 'refused_access', leftOutMs: 5 * minute }],
  [failures.busy, { trouble: 'busy', leftOutMs: 0 }],
])

export type VendorHealth = {
  /** Records how a creation ended; null means success. */
  readonly note: (vendor: VendorName, failure: EngineFailure | null) => Promise<void>
  readonly noteReading: (vendor: VendorName, progress: EngineProgress) => Promise<void>
  /** Records a task that did not finish in time. */
  readonly noteSlow: (vendor: VendorName) => Promise<void>
  /** Returns the engines of healthy vendors first. Returns all of them when no vendor is healthy, so that a recovery is noticed. */
  readonly order: (engines: readonly EngineName[]) => Promise<readonly EngineName[]>
}

export type HealthSettings = {
  readonly health: EngineHealth
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'warn'>
}

/** Creates the record. Never rejects, because knowledge about a vendor must not cost a job its task. */
export function createVendorHealth({ health, clock, log }: HealthSettings): VendorHealth {
  /** Vendors whose last status response to this process was malformed. */
  const odd = new Set<VendorName>()
  const tried = async (work: Promise<unknown>) => {
    await work.catch((error) => log.warn('engine.health_unwritten', { error }))
  }
  const recent = () => health.list(new Date(clock.now().getTime() - troubleForgottenMs))
  const set = async (vendor: VendorName, trouble: TroubleKind, leftOutMs = 0) => {
    const seenAt = clock.now()
    const leftOutUntil = leftOutMs === 0 ? null : new Date(seenAt.getTime() + leftOutMs)
    await health.set({ vendor, trouble, seenAt, leftOutUntil })
  }
  /** Keeps an account problem, because it is the cause of the failures that follow. */
  const setUnlessWorse = async (vendor: VendorName, trouble: TroubleKind) => {
    const known = await recent()
    if (!known.some((each) => each.vendor === vendor && each.leftOutUntil !== null)) {
      await set(vendor, trouble)
    }
  }
  return {
    note: async (vendor, failure) => {
      const found = failure === null ? undefined : troubles.get(failure)
      if (failure === null) await tried(health.clear(vendor))
      if (found === undefined) return
      const { trouble, leftOutMs } = found
      await tried(leftOutMs > 0 ? set(vendor, trouble, leftOutMs) : setUnlessWorse(vendor, trouble))
    },
    noteReading: async (vendor, progress) => {
      if (progress.kind === 'running' && progress.trouble !== undefined) {
        odd.add(vendor)
        await tried(setUnlessWorse(vendor, 'odd_answers'))
      } else if (odd.delete(vendor)) {
        await tried(health.clear(vendor, 'odd_answers'))
      }
    },
    noteSlow: async (vendor) => await tried(setUnlessWorse(vendor, 'slow')),
    order: async (engines) => {
      const now = clock.now()
      const known = await recent().catch(() => [])
      const out = known.filter(({ leftOutUntil }) => leftOutUntil !== null && leftOutUntil > now)
      const names = new Set(out.map(({ vendor }) => vendor))
      const healthy = engines.filter((name) => !names.has(engineTable[name].vendor))
      return healthy.length > 0 ? healthy : engines
    },
  }
}

/** Keeps the health of vendors for one process without a database. */
export function ownHealth(): EngineHealth {
  const known = new Map<string, VendorTrouble>()
  return {
    set: async (seen) => {
      const before = known.get(seen.vendor)
      const since = before?.trouble === seen.trouble ? before.since : seen.seenAt
      known.set(seen.vendor, { ...seen, since })
    },
    clear: async (vendor, kind) => {
      if (kind === undefined || known.get(vendor)?.trouble === kind) known.delete(vendor)
    },
    list: async (since) => [...known.values()].filter(({ seenAt }) => seenAt > since),
  }
}
