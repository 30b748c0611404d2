// What all processes have seen of each vendor, and the vendor tasks that no job waits for any more.

import type { GenerationJobId } from '../../base/generation-job.ts'

/** The worst first. */
export const troubleKinds = [
  'out_of_credit',
  'refused_access',
  'slow',
  'odd_answers',
  'busy',
] as const
export type TroubleKind = (typeof troubleKinds)[number]

/** A trouble that was not seen again is over after this time. */
export const troubleForgottenMs = 15 * 60_000

export type VendorTrouble = {
  readonly vendor: string
  readonly trouble: TroubleKind
  readonly since: Date
  readonly seenAt: Date
  /** `auto` passes the vendor over until then; null = it is not passed over. */
  readonly leftOutUntil: Date | null
}

export type SeenTrouble = Pick<VendorTrouble, 'vendor' | 'trouble' | 'seenAt' | 'leftOutUntil'>

export type EngineHealth = {
  /** The time of a trouble that was known before stays. */
  readonly set: (seen: SeenTrouble) => Promise<void>
  /** Only a trouble of `kind`, where one is named. */
  readonly clear: (vendor: string, kind?: TroubleKind) => Promise<void>
  /** Those seen after `since`. */
  readonly list: (since: Date) => Promise<readonly VendorTrouble[]>
}

export type EngineHealthState = TroubleKind | 'ok'

/** The worst of all vendors. */
export function worstTrouble(troubles: readonly VendorTrouble[]): EngineHealthState {
  return troubleKinds.find((kind) => troubles.some(({ trouble }) => trouble === kind)) ?? 'ok'
}

/** `interrupted`: the process ended during the create call; `unanswered`: no usable response to it; `deadline`: it took too long. */
export type LeftoverReason = 'interrupted' | 'unanswered' | 'deadline'

/** A vendor task that was, or may have been, created and that nobody waits for: it may be billed. */
export type Leftover = {
  readonly jobId: GenerationJobId
  /** null = not known. */
  readonly vendor: string | null
  /** null = its id never arrived. */
  readonly taskId: string | null
  readonly why: LeftoverReason
  /** Whether the vendor has confirmed to stop it. */
  readonly cancelled: boolean
}

/** How many the desk shows. */
export const shownLeftovers = 50

export type Leftovers = {
  /** Once for each job, task and reason. */
  readonly add: (leftover: Leftover) => Promise<void>
  /** The newest `shownLeftovers`. */
  readonly list: () => Promise<readonly (Leftover & { readonly at: Date })[]>
}
