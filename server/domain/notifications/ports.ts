// Ports of notifications to operators.
import type { AccountDeps } from '../accounts/ports.ts'
import type { BaseDeps, Mail } from '../base/ports.ts'
import type { NotificationKind } from './kinds.ts'

/** One thing that operators should know. */
export type Finding = {
  /** What it is about: a code, an id, an address. */
  readonly subject: string
  readonly since: Date
  /** More about it; null = nothing. */
  readonly detail: string | null
}

export type DigestLine = {
  readonly kind: string
  readonly text: string
  readonly path: string
  readonly since: Date
}

/** What the staff's channel is told. `path`: of the page that solves it. */
export type StaffNotice = { readonly title: string; readonly text: string; readonly path: string }

/** Where notices are posted. */
export type StaffTarget = 'ntfy' | 'webhook'

/** `id` and `at` are the same in a repeat. */
export type PostedNotice = Omit<StaffNotice, 'path'> & {
  readonly id: string
  readonly at: Date
  readonly url: string
  readonly target: StaffTarget
}

export type StaffChannel = {
  /** Those that are configured, at least one. */
  readonly targets: readonly StaffTarget[]
  /** Throws when the notice was not taken. */
  readonly post: (notice: PostedNotice) => Promise<void>
}

export type StaffNotices = {
  /** Oldest first. `attempts`: with this one. */
  readonly claim: (claim: {
    readonly limit: number
    readonly leaseSeconds: number
    readonly targets: readonly StaffTarget[]
  }) => Promise<
    readonly (Omit<PostedNotice, 'url'> & StaffNotice & { readonly attempts: number })[]
  >
  readonly remove: (id: string) => Promise<void>
  /** Removes one that is older than `keptHours`. */
  readonly postpone: (
    id: string,
    later: { readonly seconds: number; readonly keptHours: number },
  ) => Promise<void>
  /** Unless a worker was seen within `absentSeconds`, or the same was added within `repeatSeconds`. */
  readonly addIfNoWorker: (
    notice: StaffNotice,
    rules: {
      readonly absentSeconds: number
      readonly repeatSeconds: number
      readonly targets: readonly StaffTarget[]
    },
  ) => Promise<void>
}

/** One transaction, of one process at a time. */
export type NotificationRound = {
  /** The changes of `work` are undone when it throws; the round can then continue. */
  readonly undoOnError: <T>(work: () => Promise<T>) => Promise<T>
  /** Findings that were not reported before; they count as reported from now on. Oldest first. */
  readonly takeNew: (kind: NotificationKind) => Promise<readonly Finding[]>
  readonly sentSince: (key: string | null, seconds: number) => Promise<number>
  /** Queues the mail, and the notice for each target; they count as one under the key. Null = there are no operators. */
  readonly send: (
    key: string,
    report: {
      readonly mail: Mail | null
      readonly notice: StaffNotice
      readonly targets: readonly StaffTarget[]
    },
  ) => Promise<void>
  /** Keeps lines for the next digest. */
  readonly defer: (lines: readonly DigestLine[]) => Promise<void>
  /** The age in seconds of the oldest line that waits; null = none waits. */
  readonly digestAge: () => Promise<number | null>
  /** Removes and returns the lines that wait, oldest first. */
  readonly takeDigest: () => Promise<readonly DigestLine[]>
}

export type NotificationSetting = {
  readonly kind: NotificationKind
  readonly enabled: boolean
  /** The operator who switched it last; null = never switched. */
  readonly by: string | null
}

export type Notifications = {
  /** Null while another process runs a round. */
  readonly round: <T>(work: (round: NotificationRound) => Promise<T>) => Promise<T | null>
  readonly settings: () => Promise<readonly NotificationSetting[]>
  /** Logged with the operator's name. Kinds that are not named are switched off. */
  readonly enable: (kinds: readonly NotificationKind[], by: string) => Promise<void>
}

export type NotificationDeps = BaseDeps &
  Pick<AccountDeps, 'operatorEmails'> & {
    readonly notifications: Notifications
    readonly staffNotices: StaffNotices
    /** null = none is configured. */
    readonly staffChannel: StaffChannel | null
  }
