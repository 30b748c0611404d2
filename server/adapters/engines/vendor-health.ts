// What this process has seen of each vendor: out of credit, refusing access, busy, odd answers. `auto` passes a vendor over for some minutes
// when its account is the trouble (decisions.md 66).
import type { Clock } from '../../domain/base/ports.ts'
import type {
  EngineFailure,
  EngineName,
  EngineProgress,
  VendorTrouble,
} from '../../domain/generation/engine/engine.ts'
import { engineTable, type VendorName } from './engine-table.ts'
import { failures } from './failures.ts'
import type { Created } from './vendor.ts'

/** After these the vendor has created nothing, so that another engine may be asked. */
const harmless: ReadonlySet<EngineFailure> = new Set([
  failures.noCredit,
  failures.refusedAccess,
  failures.busy,
  failures.moderationDown,
  failures.refusedForNow,
  failures.badRequest,
  failures.unknownModel,
  failures.budgetUsedUp,
])

export const createdNothing = (failure: EngineFailure): boolean => harmless.has(failure)

/** Whether the vendor has refused a create call, so that nothing was created. */
export const isRefusal = (created: Created): boolean =>
  created.kind === 'refused' || (created.kind !== 'created' && createdNothing(created))

const minute = 60_000
const troubles: ReadonlyMap<
  EngineFailure,
  { trouble: VendorTrouble['trouble']; leftOutMs: number }
> = new Map([
  [failures.noCredit, { trouble: 'out_of_credit', leftOutMs: 10 * minute }],
  [failures.refusedAccess, { trouble: 'refused_access', leftOutMs: 5 * minute }],
  [failures.busy, { trouble: 'busy', leftOutMs: 0 }],
])

/** A trouble that was not seen again is over after this time. */
const forgottenMs = 15 * minute

export type VendorHealth = {
  /** Records how a creation ended; null = well. */
  readonly note: (vendor: VendorName, failure: EngineFailure | null) => void
  readonly noteReading: (vendor: VendorName, progress: EngineProgress) => void
  /** The engines of healthy vendors first; all of them when no vendor is healthy, so that a vendor's return is noticed. */
  readonly order: (engines: readonly EngineName[]) => readonly EngineName[]
  readonly troubles: () => readonly VendorTrouble[]
}

export function createVendorHealth(clock: Pick<Clock, 'now'>): VendorHealth {
  const known = new Map<VendorName, VendorTrouble & { readonly seenAt: Date }>()
  const set = (vendor: VendorName, trouble: VendorTrouble['trouble'], leftOutMs: number) => {
    const now = clock.now()
    const before = known.get(vendor)
    const since = before?.trouble === trouble ? before.since : now
    const leftOutUntil = leftOutMs === 0 ? null : new Date(now.getTime() + leftOutMs)
    known.set(vendor, { vendor, trouble, since, leftOutUntil, seenAt: now })
  }
  const current = () =>
    [...known.values()].filter(
      ({ seenAt }) => clock.now().getTime() - seenAt.getTime() < forgottenMs,
    )
  return {
    note: (vendor, failure) => {
      if (failure === null) known.delete(vendor)
      const found = failure === null ? undefined : troubles.get(failure)
      if (found !== undefined) set(vendor, found.trouble, found.leftOutMs)
    },
    noteReading: (vendor, progress) => {
      const before = known.get(vendor)?.trouble
      if (progress.kind === 'running' && progress.trouble !== undefined) {
        // The account's trouble says more than the answers that follow from it.
        if (before === undefined || before === 'busy') set(vendor, 'odd_answers', 0)
      } else if (before === 'odd_answers') known.delete(vendor)
    },
    order: (engines) => {
      const now = clock.now()
      const isOut = (name: EngineName) => {
        const until = known.get(engineTable[name].vendor)?.leftOutUntil ?? null
        return until !== null && until > now
      }
      const healthy = engines.filter((name) => !isOut(name))
      return healthy.length > 0 ? healthy : engines
    },
    troubles: () => current().map(({ seenAt: _, ...trouble }) => trouble),
  }
}
