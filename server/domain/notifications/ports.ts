// Ports of operator notifications.
import type { AccountDeps } from '../accounts/ports.ts'
import type { BaseDeps, Mail } from '../base/ports.ts'
import type { NotificationKind } from './kinds.ts'

/** One event to report to operators. */
export type NotifiableEvent = {
  /** Subject: a code, an id, an address. */
  readonly subject: string
  readonly since: Date
  /** Further details; null = none. */
  readonly detail: string | null
}

export type DigestLine = {
  readonly kind: string
  readonly text: string
  readonly path: string
  readonly since: Date
}

/** Message to the staff channel. `path`: the page to resolve it. */
export type StaffNotice = { readonly title: string; readonly text: string; readonly path: string }

/** Where notices are posted. */
export const staffTargets = ['ntfy', 'webhook'] as const
export type StaffTarget = (typeof staffTargets)[number]

/** A retry has the same `id` and `at`. */
export type PostedNotice = Omit<StaffNotice, 'path'> & {
  readonly id: string
  readonly at: Date
  readonly url: string
  readonly target: StaffTarget
}

export type StaffChannel = {
  /** Configured channels, at least one. */
  readonly targets: readonly StaffTarget[]
  /** Throws if the target did not accept the notice. */
  readonly post: (notice: PostedNotice) => Promise<void>
}

export type StaffNotices = {
  /** Claims notices, oldest first. `attempts` includes this attempt. */
  readonly claim: (claim: {
    readonly limit: number
    readonly leaseSeconds: number
    readonly targets: readonly StaffTarget[]
  }) => Promise<
    readonly (Omit<PostedNotice, 'url'> & StaffNotice & { readonly attempts: number })[]
  >
  readonly remove: (id: string) => Promise<void>
  /** Schedules a retry and removes notices older than `keptHours`. */
  readonly postpone: (
    id: string,
    later: { readonly seconds: number; readonly keptHours: number },
  ) => Promise<void>
  /**
   * Adds the notice unless a worker was seen within `absentSeconds`, or the same notice was added within
   * `repeatSeconds`.
   */
  readonly addIfNoWorker: (
    notice: StaffNotice,
    rules: {
      readonly absentSeconds: number
      readonly repeatSeconds: number
      readonly targets: readonly StaffTarget[]
    },
  ) => Promise<void>
}

/** One round of notifications. Runs in a transaction, in one process at a time. */
export type NotificationRound = {
  /** Rolls back the changes of `work` if it throws, so that the round can continue. */
  readonly undoOnError: <T>(work: () => Promise<T>) => Promise<T>
  /** Returns unreported findings, oldest first, and marks them as reported. */
  readonly takeNew: (kind: NotificationKind) => Promise<readonly NotifiableEvent[]>
  readonly sentSince: (key: string | null, seconds: number) => Promise<number>
  /**
   * Queues the email and a notice for each target, counted as one sending under the key. Returns null if there are no
   * operators.
   */
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
  /** Returns the age of the oldest waiting line in seconds; null if there is none. */
  readonly digestAge: () => Promise<number | null>
  /** Removes and returns the waiting lines, oldest first. */
  readonly takeDigest: () => Promise<readonly DigestLine[]>
}

export type NotificationSetting = {
  readonly kind: NotificationKind
  readonly isEnabled: boolean
  /** The operator who last changed it; null = never changed. */
  readonly by: string | null
}

export type Notifications = {
  /** Runs a round; null while another process runs one. */
  readonly round: <T>(work: (round: NotificationRound) => Promise<T>) => Promise<T | null>
  readonly settings: () => Promise<readonly NotificationSetting[]>
  /** Enables these kinds and disables all others. Logs the operator. */
  readonly enable: (kinds: readonly NotificationKind[], by: string) => Promise<void>
}

export type NotificationDeps = BaseDeps &
  Pick<AccountDeps, 'operatorEmails'> & {
    readonly notifications: Notifications
    readonly staffNotices: StaffNotices
    /** null = not configured. */
    readonly staffChannel: StaffChannel | null
  }
