// The shop's branding: the newest version, and the history.
import type { Branding } from '../branding/branding.ts'
import type { BrandingDeps, BrandingVersion } from '../branding/ports.ts'

export type ShopBoard = {
  readonly branding: Branding
  /** Newest first, at most `versionsShown`. */
  readonly history: readonly BrandingVersion[]
}

const versionsShown = 50

export async function readShopBoard({
  brandings,
}: Pick<BrandingDeps, 'brandings'>): Promise<ShopBoard> {
  const [branding, history] = await Promise.all([
    brandings.readNewest(),
    brandings.readHistory(versionsShown),
  ])
  return { branding, history }
}
