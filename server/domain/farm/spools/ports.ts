// Port of counted spools.

import type { Result } from '../../base/result.ts'
import type { Material } from '../../catalog/options.ts'
import type { PrinterFailure } from '../printers/failure.ts'
import type { SpoolFailure } from './failure.ts'
import type { CountedSpool, NewSpools, SpoolMovement, Weighing } from './spool.ts'

/** `runId`: identifies the form that adds them; null = not repeated. */
export type AddedSpools = NewSpools & { readonly runId: string | null }

/** An operator's change. `version`: the spool's version that the operator saw. */
export type SpoolChange = {
  readonly by: string
  readonly version: number
} & (
  | ({ readonly action: 'weigh' } & Weighing)
  /** A spool that is already in the slot is put on the shelf. */
  | { readonly action: 'load'; readonly printer: string; readonly slot: number }
  | { readonly action: 'unload' }
  | { readonly action: 'empty' }
)

/** Filament of one material and color. */
export type ColorStock = {
  readonly material: Material
  readonly color: string
  readonly spools: number
  readonly stockGrams: number
  /** Needed by paid orders that are not printed. */
  readonly committedGrams: number
  /** Used by prints within `usedDays`. */
  readonly usedGrams: number
}

export type FilamentStock = {
  readonly colors: readonly ColorStock[]
  /** Days for which use is known, at most `historyDays`; 0 before the first movement. */
  readonly usedDays: number
}

export type Spools = {
  /** Returns the numbers of the new spools, or of those that the same run has already added. */
  readonly add: (spools: AddedSpools & { readonly by: string }) => Promise<readonly number[]>
  readonly change: (
    id: number,
    change: SpoolChange,
  ) => Promise<Result<CountedSpool, SpoolFailure | PrinterFailure>>
  readonly read: (id: number) => Promise<CountedSpool | null>
  /** Loaded spools first, then by material and color. Empty spools are newest first, at most `limit`. */
  readonly list: (which: 'kept' | 'empty', limit: number) => Promise<readonly CountedSpool[]>
  /** Returns the newest first, at most `limit`. */
  readonly movements: (id: number, limit: number) => Promise<readonly SpoolMovement[]>
  /** Reads stock, commitments and use. Without counted spools, the list is empty. `historyDays`: days of use to sum up. */
  readonly stock: (historyDays: number) => Promise<FilamentStock>
}

export type SpoolDeps = { readonly spools: Spools }
