// The farm's input and output over a range of days, by step, material and color.
import type { ThroughputRange } from './throughput-range.ts'

/**
 * received: paid, so that the farm can work on it. printed: PRINTED, or shipped without that status. dropped:
 * cancelled or rejected after payment. refunded: number and cents of refunds, without parts, grams and hours.
 */
export const moveKinds = ['received', 'printed', 'shipped', 'dropped', 'refunded'] as const
export type MoveKind = (typeof moveKinds)[number]

/**
 * Grams, machine hours (in hundredths) and cents of complete orders: a part's figures times the quantity, including
 * postage. Printed parts are those from printers, including scrap.
 */
export type Sums = {
  readonly orders: number
  readonly parts: number
  readonly grams: number
  readonly centihours: number
  readonly cents: number
}

export const noSums: Sums = { orders: 0, parts: 0, grams: 0, centihours: 0, cents: 0 }

export type SumsByKind = Readonly<Record<MoveKind, Sums>>

export const noMoves: SumsByKind = {
  received: noSums,
  printed: noSums,
  shipped: noSums,
  dropped: noSums,
  refunded: noSums,
}

export type Throughput = {
  /** Every step of the range, oldest first; `at` is its start. */
  readonly steps: readonly (SumsByKind & { readonly at: Date })[]
  /** The end of the last step. */
  readonly end: Date
  readonly total: SumsByKind
  /** Most orders received first. */
  readonly materials: readonly (SumsByKind & { readonly name: string })[]
  readonly colors: readonly (SumsByKind & { readonly name: string })[]
}

export type ThroughputReader = {
  readonly read: (range: ThroughputRange) => Promise<Throughput>
}

/** Returns the cents paid, less refunds. */
export const revenueCents = ({ received, refunded }: SumsByKind): number =>
  received.cents - refunded.cents
