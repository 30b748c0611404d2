// Ports of the community gallery.

import type { AccountId } from '../base/caller.ts'
import type { GenerationDeps } from '../generation/run/ports.ts'
import type { OwnedModel } from '../models/ports.ts'
import type { SlicingDeps } from '../slicing/ports.ts'

export type GalleryEntry = {
  readonly id: string
  /** The owner's generation or upload. */
  readonly generationId: string
  readonly accountId: AccountId
  /** One line. */
  readonly title: string
  readonly model: OwnedModel
  readonly dimensionsMm: readonly [number, number, number]
  readonly volumeCm3: number
  readonly publishedAt: Date
  /** Set once its owner withdrew it. */
  readonly withdrawnAt: Date | null
  /** Set once an operator took it down. */
  readonly takenDown: Takedown | null
}

export type Takedown = { readonly at: Date; readonly by: string; readonly reason: string }

export type NewGalleryEntry = Omit<GalleryEntry, 'withdrawnAt' | 'takenDown'>

/** An entry as operators see it. */
export type ListedEntry = GalleryEntry & {
  readonly ownerEmail: string
  /** Open reports. */
  readonly reports: number
}

export type GalleryReport = { readonly reason: string; readonly at: Date }

export type NewReport = GalleryReport & { readonly id: string; readonly entryId: string }

export type Page = { readonly offset: number; readonly limit: number }

export type TakedownRequest = {
  readonly id: string
  readonly by: string
  readonly reason: string
}

export type Gallery = {
  /**
   * One transaction: the entry, and the model served to everyone. `already_published`: the generation has an entry. `taken_down`: an
   * operator took this model down before.
   */
  readonly publish: (
    entry: NewGalleryEntry,
  ) => Promise<'published' | 'already_published' | 'taken_down'>
  /** The model is served to its owner alone again. False when the account has no such entry; a repeat changes nothing. */
  readonly withdraw: (accountId: AccountId, id: string) => Promise<boolean>
  /**
   * Takes down every entry of the same model, withdrawn ones included, logged with the operator's name. False when all of them were
   * taken down before.
   */
  readonly takeDown: (request: TakedownRequest) => Promise<boolean>
  /** In the gallery or not; null for an unknown id. */
  readonly read: (id: string) => Promise<GalleryEntry | null>
  /** Those in the gallery, newest first. */
  readonly list: (page: Page) => Promise<readonly GalleryEntry[]>
  readonly count: () => Promise<number>
  readonly report: (report: NewReport) => Promise<void>
  /** Open ones of an entry, oldest first. */
  readonly reports: (entryId: string) => Promise<readonly GalleryReport[]>
  readonly closeReports: (entryId: string, by: string) => Promise<void>
  /** All of them: those with open reports first, then the newest. */
  readonly listAll: (page: Page) => Promise<readonly ListedEntry[]>
  readonly countAll: () => Promise<number>
  /** The entry of a generation that is in the gallery; null when there is none. */
  readonly readOfGeneration: (
    accountId: AccountId,
    generationId: string,
  ) => Promise<GalleryEntry | null>
}

export type GalleryDeps = GenerationDeps & SlicingDeps & { readonly gallery: Gallery }
