// A counted spool: its filament is the sum of its movements.

import type { PrintJobId } from '../../base/ids/print-job-id.ts'
import type { Material } from '../../catalog/options.ts'

/** Maximum number of spools that are added at once. */
export const maxAddedSpools = 50
export const maxSpoolGrams = 100_000
export const maxSpoolPriceCents = 1_000_000
export const maxLotCharacters = 60

/** Filament of the usual spool, in grams. */
export const usualSpoolGrams = 1000

/** Manufacturers wind more filament than stated, but not more than this share. */
const overfill = 1.1

export const movementKinds = ['added', 'printed', 'weighed', 'emptied'] as const
export type MovementKind = (typeof movementKinds)[number]

export type NewSpools = {
  readonly material: Material
  readonly color: string
  readonly count: number
  /** Filament of each full spool. */
  readonly fullGrams: number
  /** Weight of the spool without filament; null = unknown. */
  readonly emptyGrams: number | null
  /** Price of each. */
  readonly priceCents: number | null
  readonly lot: string | null
}

export type CountedSpool = Omit<NewSpools, 'count'> & {
  /** The number that is written on the spool. */
  readonly id: number
  /** Sum of the movements; negative if more was used than it had. */
  readonly gramsLeft: number
  /** The printer in which it is loaded; null = on the shelf. */
  readonly printer: string | null
  /** null on the shelf. */
  readonly slot: number | null
  /** When it was first loaded. */
  readonly openedAt: Date | null
  readonly emptiedAt: Date | null
  readonly createdAt: Date
  /** Incremented by every operator change. */
  readonly version: number
}

export type SpoolMovement = {
  readonly at: Date
  readonly kind: MovementKind
  /** Negative for used filament. */
  readonly grams: number
  /** Filament on the spool after the movement. */
  readonly gramsLeft: number
  /** The plate that was printed, by its leading job; null for other kinds. */
  readonly plate: {
    readonly jobId: PrintJobId
    /** null if the job no longer exists. */
    readonly orderCode: string | null
  } | null
  /** The operator, or the printer. */
  readonly by: string
}

/** A weight read from a scale. `isGross`: with the spool. */
export type Weighing = { readonly grams: number; readonly isGross: boolean }

/** Why a weight cannot be that of the spool. `limitGrams`: the limit that it exceeds or falls below. */
export type WrongWeight = {
  readonly rule: 'empty_unknown' | 'below_empty' | 'above_full'
  readonly limitGrams: number
}

/** Returns the grams of filament that a scale's reading means, or why it is wrong. */
export function filamentOf(
  { fullGrams, emptyGrams }: Pick<CountedSpool, 'fullGrams' | 'emptyGrams'>,
  { grams, isGross }: Weighing,
): number | WrongWeight {
  if (isGross && emptyGrams === null) return { rule: 'empty_unknown', limitGrams: 0 }
  const spoolGrams = isGross ? (emptyGrams ?? 0) : 0
  if (grams < spoolGrams) return { rule: 'below_empty', limitGrams: spoolGrams }
  const limitGrams = Math.floor(fullGrams * overfill) + spoolGrams
  return grams > limitGrams ? { rule: 'above_full', limitGrams } : grams - spoolGrams
}
