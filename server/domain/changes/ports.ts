// Ports of changes: how models were made from others, and what a model was changed into. Ownership is in the queries.

import type { AccountId } from '../base/caller.ts'
import type { GalleryDeps } from '../gallery/ports.ts'

/** A model of the account that a change made. */
export type MadeModel = {
  readonly id: string
  readonly uri: string
  /** What was done: `hollow 2 mm, 120 mm`. */
  readonly words: string
  /** From 1; a change without a cut has one part. */
  readonly part: number
  readonly parts: number
}

export type Origin = {
  /** What was changed; null once it was deleted. */
  readonly from: { readonly id: string; readonly name: string } | null
  readonly words: string
  readonly part: number
  /** Parts of the same cut that are still there, this one included, in their order. */
  readonly cut: readonly MadeModel[]
}

export type ModelChanges = {
  /** null for a model that no change made, and for another account's. */
  readonly readOrigin: (accountId: AccountId, id: string) => Promise<Origin | null>
  /** What was made from it, newest first, parts in their order. */
  readonly listMade: (
    accountId: AccountId,
    id: string,
    limit: number,
  ) => Promise<readonly MadeModel[]>
}

export type ChangeDeps = GalleryDeps & { readonly modelChanges: ModelChanges }
