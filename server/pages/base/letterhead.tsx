// Parts of sheets that are printed: invoices and receipts.

import { branding, defaultShopName, shopName } from '../../domain/branding/branding.ts'
import { logoUrl } from '../branding/brand-assets.ts'

/** The shop's logo, if it has one. */
export function LetterheadLogo() {
  const { logo } = branding()
  if (logo === null) return ''
  const { width, height } = logo
  return (
    <img
      class={['letterhead-logo', logo.isDark && 'dark-logo']}
      src={logoUrl(logo)}
      alt={shopName()}
      width={width}
      height={height}
    />
  )
}

/** Shows each line of an address in a row of its own. */
export function Rows({ lines }: { lines: readonly string[] }) {
  return (
    <>
      {lines.map((line) => (
        <div>{line}</div>
      ))}
    </>
  )
}

/** Returns the seller's lines, or the website that took the order if the shop had neither a seller nor a name. */
export const sellerLines = (seller: readonly string[], baseUrl: string): readonly string[] =>
  seller.length === 0 ? [defaultShopName, new URL(baseUrl).host] : seller
