// Lists the pictures made for an account, by page.

import type { AccountCaller } from '../base/caller.ts'
import type { GenerationDeps, ListedImage } from './run/ports.ts'

export const imagesPerPage = 24

export type ImagesPage = {
  /** Newest first. */
  readonly images: readonly ListedImage[]
  readonly total: number
  /** Starts at 1. A request beyond the last page returns the last page. */
  readonly page: number
  readonly pages: number
}

export async function listImages(
  { images }: Pick<GenerationDeps, 'images'>,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  requested: number,
): Promise<ImagesPage> {
  const total = await images.countOwned(accountId)
  const pages = Math.max(1, Math.ceil(total / imagesPerPage))
  const page = Math.min(requested, pages)
  const offset = (page - 1) * imagesPerPage
  return { images: await images.list(accountId, imagesPerPage, offset), total, page, pages }
}
