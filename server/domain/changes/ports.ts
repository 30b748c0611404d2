// Ports of changes: the origin of derived models and the models derived from a model. The queries check ownership.

import type { AccountId } from '../base/caller.ts'
import type { GalleryDeps } from '../gallery/ports.ts'

/** A model of the account that was created by a change. */
export type MadeModel = {
  readonly id: string
  readonly uri: string
  /** Description of the change: `hollow 2 mm, 120 mm`. */
  readonly words: string
  /** Starts at 1. A change without a cut has one part. */
  readonly part: number
  readonly parts: number
}

export type Origin = {
  /** The original model; null if it was deleted. */
  readonly from: { readonly id: string; readonly name: string } | null
  readonly words: string
  readonly part: number
  /** Existing parts of the same cut, including this one, in part order. */
  readonly cut: readonly MadeModel[]
}

export type ModelChanges = {
  /** Returns null for a model that no change created, and for another account's model. */
  readonly readOrigin: (accountId: AccountId, id: string) => Promise<Origin | null>
  /** Returns models derived from it, newest first, parts in part order. */
  readonly listMade: (
    accountId: AccountId,
    id: string,
    limit: number,
  ) => Promise<readonly MadeModel[]>
}

export type ChangeDeps = GalleryDeps & { readonly modelChanges: ModelChanges }
