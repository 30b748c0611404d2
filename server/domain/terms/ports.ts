// The stored versions of the farm's terms, which are append-only, and the sold parts for which a change is simulated.

import type { OrderId } from '../base/ids/order-id.ts'
import type { Material, Quality } from '../catalog/options.ts'
import type { Terms } from '../catalog/terms.ts'
import type { TermsSchedule } from './schedule.ts'

/** What stored it: an operator on the desk, or a process that read the file of TERMS_FILE. */
export type TermsSource = 'desk' | 'file'

export type TermsVersion = {
  readonly terms: Terms
  /** The terms are in force from this time until the next version takes effect. */
  readonly validFrom: Date
  /** The requested time, which the lead time may have delayed; null = as soon as possible. */
  readonly requestedFrom: Date | null
  readonly storedAt: Date
  readonly source: TermsSource
  /** The operator's email address; null for a file. */
  readonly storedBy: string | null
  /** The `version` of the file; null for the desk. */
  readonly fileVersion: number | null
  readonly reason: string | null
  /** Differences from the terms that were expected to be in force at that time when it was stored, one sentence each. */
  readonly changes: readonly string[]
}

export type NewTermsVersion = {
  readonly terms: Terms
  /** null = as soon as every process has read it. An earlier time is delayed accordingly. */
  readonly validFrom: Date | null
  readonly source: TermsSource
  readonly storedBy: string | null
  readonly fileVersion: number | null
  readonly reason: string | null
  readonly changes: readonly string[]
  /** The number of the newest stored version when it was made, 0 = none; null = any. */
  readonly newest: number | null
}

export type FarmTerms = {
  /** Returns the version in force and those stored later, by number, with the database's time. */
  readonly readInForce: () => Promise<{
    readonly now: Date
    readonly versions: readonly TermsVersion[]
  }>
  /** Returns the newest first. */
  readonly readHistory: (limit: number) => Promise<readonly TermsVersion[]>
  readonly readFileVersion: (fileVersion: number) => Promise<TermsVersion | null>
  readonly readNewestFileVersion: () => Promise<number | null>
  /** Returns the terms of a stored version by its number. They never change. */
  readonly readTerms: (version: number) => Promise<Terms | null>
  /** Returns null if this or a newer version of the file is already stored, or if the newest version is not `newest`. */
  readonly store: (version: NewTermsVersion) => Promise<TermsVersion | null>
}

/** A line of a paid order, as billed. */
export type SoldPart = {
  readonly orderId: OrderId
  readonly country: string
  /** The version that priced the order; null = the contract's terms. */
  readonly termsId: number | null
  readonly material: Material
  readonly color: string
  readonly quality: Quality
  readonly quantity: number
  readonly gramsPerPart: number
  /** A sliced file states its weight, so no density affects it. */
  readonly isSliced: boolean
  readonly printCents: number
  /** Postage of the whole order. */
  readonly shippingCents: number
}

export type SoldParts = {
  /**
   * Returns parts of the newest paid orders since then that were neither cancelled nor rejected, from at most
   * `maxOrders` orders.
   */
  readonly readSince: (since: Date, maxOrders: number) => Promise<readonly SoldPart[]>
}

export type TermsDeps = {
  readonly farmTerms: FarmTerms
  readonly soldParts: SoldParts
  readonly termsSchedule: TermsSchedule
}
