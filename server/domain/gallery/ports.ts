// Ports of the community gallery.

import type { AccountId } from '../base/caller.ts'
import type { GenerationDeps } from '../generation/run/ports.ts'
import type { OwnedModel } from '../models/ports.ts'
import type { SlicingDeps } from '../slicing/ports.ts'

export type GalleryEntry = {
  readonly id: string
  /** Id of the owner's generation or upload. */
  readonly generationId: string
  readonly accountId: AccountId
  /** One line. */
  readonly title: string
  readonly model: OwnedModel
  readonly dimensionsMm: readonly [number, number, number]
  readonly volumeCm3: number
  readonly publishedAt: Date
  /** Set when the owner withdraws it. */
  readonly withdrawnAt: Date | null
  /** Set when an operator takes it down. */
  readonly takenDown: Takedown | null
}

export type Takedown = { readonly at: Date; readonly by: string; readonly reason: string }

export type NewGalleryEntry = Omit<GalleryEntry, 'withdrawnAt' | 'takenDown'>

/** An entry as shown to operators. */
export type ListedEntry = GalleryEntry & {
  readonly ownerEmail: string
  /** Number of open reports. */
  readonly reports: number
}

export type GalleryReport = { readonly reason: string; readonly at: Date }

export type NewReport = GalleryReport & { readonly id: string; readonly entryId: string }

export type PageRange = { readonly offset: number; readonly limit: number }

export type TakedownRequest = {
  readonly id: string
  readonly by: string
  readonly reason: string
}

export type Gallery = {
  /**
   * Publishes the entry in one transaction and serves its model to everyone. `already_published`: the generation has
   * an entry. `taken_down`: an operator took this model down earlier.
   */
  readonly publish: (
    entry: NewGalleryEntry,
  ) => Promise<'published' | 'already_published' | 'taken_down'>
  /**
   * Withdraws the entry; the model is then served to its owner only. Returns false if the account has no such entry.
   * Idempotent.
   */
  readonly withdraw: (accountId: AccountId, id: string) => Promise<boolean>
  /**
   * Takes down every entry of the same model, including withdrawn ones, and logs the operator. Returns false if all of
   * them were already taken down.
   */
  readonly takeDown: (request: TakedownRequest) => Promise<boolean>
  /** Returns an entry, whether in the gallery or not; null for an unknown id. */
  readonly read: (id: string) => Promise<GalleryEntry | null>
  /** Returns entries in the gallery, newest first. */
  readonly list: (page: PageRange) => Promise<readonly GalleryEntry[]>
  readonly count: () => Promise<number>
  readonly report: (report: NewReport) => Promise<void>
  /** Returns the open reports of an entry, oldest first. */
  readonly reports: (entryId: string) => Promise<readonly GalleryReport[]>
  readonly closeReports: (entryId: string, by: string) => Promise<void>
  /** Returns all entries: those with open reports first, then newest first. */
  readonly listAll: (page: PageRange) => Promise<readonly ListedEntry[]>
  readonly countAll: () => Promise<number>
  /** Returns the gallery entry of a generation; null if it has none. */
  readonly readOfGeneration: (
    accountId: AccountId,
    generationId: string,
  ) => Promise<GalleryEntry | null>
}

export type GalleryDeps = GenerationDeps & SlicingDeps & { readonly gallery: Gallery }
