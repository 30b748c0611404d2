// Pages of the gallery, and what an entry's print costs at least.

import { materials } from '../catalog/materials.ts'
import { defaultPrintOptions } from '../catalog/options.ts'
import { printSubtotalCents } from '../pricing/subtotal.ts'
import { meshGrams } from '../pricing/weight.ts'
import type { Gallery, GalleryEntry, Page } from './ports.ts'

const entriesOnPage = 24
/** Beyond it, a page is empty: no address makes the database count through more. */
const maxPage = 500

export type GalleryPage<Entry> = {
  readonly entries: readonly Entry[]
  /** From 1. */
  readonly page: number
  readonly hasNext: boolean
}

/** The page that a query names; the first for anything that is no page. */
export const readPage = (sent: string | undefined): number => {
  const page = /^[1-9]\d{0,2}$/.test(sent ?? '') ? Number(sent) : 1
  return Math.min(page, maxPage)
}

export async function readEntries<Entry>(
  list: (page: Page) => Promise<readonly Entry[]>,
  page: number,
): Promise<GalleryPage<Entry>> {
  const offset = (page - 1) * entriesOnPage
  const found = await list({ offset, limit: entriesOnPage + 1 })
  return { entries: found.slice(0, entriesOnPage), page, hasNext: found.length > entriesOnPage }
}

export const listGallery = (
  { gallery }: { readonly gallery: Gallery },
  page: number,
): Promise<GalleryPage<GalleryEntry>> => readEntries(gallery.list, page)

/** One part in PLA of a stock color at the usual settings, without postage, in cents. */
export function usualPrintCents({ volumeCm3 }: Pick<GalleryEntry, 'volumeCm3'>): number {
  const { material, quality, infill } = defaultPrintOptions
  const grams = meshGrams(volumeCm3, infill, material)
  const { centsPerGram } = materials[material]
  return printSubtotalCents({ grams, centsPerGram, quality, quantity: 1 })
}
