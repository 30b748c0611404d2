// Pages of the gallery, and the minimum print price of an entry.

import { materials } from '../catalog/materials.ts'
import { defaultPrintOptions } from '../catalog/options.ts'
import { printSubtotalCents } from '../pricing/subtotal.ts'
import { meshGrams } from '../pricing/weight.ts'
import type { Gallery, GalleryEntry, ListedEntry, PageRange } from './ports.ts'

export const entriesPerPage = 24

export type GalleryPage<Entry> = {
  /** Newest first. */
  readonly entries: readonly Entry[]
  readonly total: number
  /** Starts at 1. A request beyond the last page returns the last page. */
  readonly page: number
  readonly pages: number
}

/** Lists the entries in the gallery. */
export const listGallery = (
  { gallery }: { readonly gallery: Pick<Gallery, 'list' | 'count'> },
  page: number,
): Promise<GalleryPage<GalleryEntry>> => readEntries(gallery.list, gallery.count, page)

/** Lists all entries, including those that left the gallery. */
export const listAllEntries = (
  { gallery }: { readonly gallery: Pick<Gallery, 'listAll' | 'countAll'> },
  page: number,
): Promise<GalleryPage<ListedEntry>> => readEntries(gallery.listAll, gallery.countAll, page)

async function readEntries<Entry>(
  list: (page: PageRange) => Promise<readonly Entry[]>,
  count: () => Promise<number>,
  page: number,
): Promise<GalleryPage<Entry>> {
  const total = await count()
  const pages = Math.max(1, Math.ceil(total / entriesPerPage))
  const shown = Math.min(page, pages)
  const entries = await list({ offset: (shown - 1) * entriesPerPage, limit: entriesPerPage })
  return { entries, total, page: shown, pages }
}

/** Returns the price of one PLA part in a stock color with default settings, without postage, in cents. */
export function usualPrintCents({ volumeCm3 }: Pick<GalleryEntry, 'volumeCm3'>): number {
  const { material, quality, infill } = defaultPrintOptions
  const grams = meshGrams(volumeCm3, infill, material)
  const { centsPerGram } = materials()[material]
  return printSubtotalCents({ grams, centsPerGram, quality, quantity: 1 })
}
