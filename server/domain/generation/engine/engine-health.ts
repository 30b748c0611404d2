// The health of each vendor, shared by all processes, and vendor tasks without a waiting job.

import type { GenerationJobId } from '../../base/ids/generation-job.ts'

/** Most severe first. */
export const troubleKinds = [
  'out_of_credit',
  'refused_access',
  'slow',
  'odd_answers',
  'busy',
] as const
export type TroubleKind = (typeof troubleKinds)[number]

/** Time after which a problem that did not recur is considered resolved. */
export const troubleForgottenMs = 15 * 60_000

export type VendorTrouble = {
  readonly vendor: string
  readonly trouble: TroubleKind
  readonly since: Date
  readonly seenAt: Date
  /** `auto` skips the vendor until this time; null = the vendor is not skipped. */
  readonly leftOutUntil: Date | null
}

export type SeenTrouble = Pick<VendorTrouble, 'vendor' | 'trouble' | 'seenAt' | 'leftOutUntil'>

export type EngineHealth = {
  /** Records a problem. A known problem keeps its start time. */
  readonly set: (seen: SeenTrouble) => Promise<void>
  /** Clears the vendor's problem; if `kind` is given, only a problem of that kind. */
  readonly clear: (vendor: string, kind?: TroubleKind) => Promise<void>
  /** Returns problems seen after `since`. */
  readonly list: (since: Date) => Promise<readonly VendorTrouble[]>
}

export type EngineHealthState = TroubleKind | 'ok'

/** Returns the most severe problem of all vendors. */
export function worstTrouble(troubles: readonly VendorTrouble[]): EngineHealthState {
  return troubleKinds.find((kind) => troubles.some(({ trouble }) => trouble === kind)) ?? 'ok'
}

/**
 * `interrupted`: the process ended during the create call; `unanswered`: the call had no usable response; `deadline`:
 * the task took too long.
 */
export type LeftoverReason = 'interrupted' | 'unanswered' | 'deadline'

/** A vendor task that was or may have been created and whose result is not used. The vendor may bill it. */
export type Leftover = {
  readonly jobId: GenerationJobId
  /** null = unknown. */
  readonly vendor: string | null
  /** null = the id was never received. */
  readonly taskId: string | null
  readonly why: LeftoverReason
  /** Whether the vendor confirmed the cancellation. */
  readonly cancelled: boolean
}

/** Number of entries that the desk shows. */
export const shownLeftovers = 50

export type Leftovers = {
  /** Adds an entry. Each combination of job, task and reason is stored once. */
  readonly add: (leftover: Leftover) => Promise<void>
  /** Returns the newest `shownLeftovers`. */
  readonly list: () => Promise<readonly (Leftover & { readonly at: Date })[]>
}
