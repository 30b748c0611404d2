// Above the lines of a basket of which one costs something else than its buyer saw last.
import type { PricedCart } from '../../domain/cart/cart.ts'
import { Notice } from '../../html/notice.tsx'

/** The quote page's script looks for it. */
export const pricesChangedId = 'prices-changed'

export const pricesChangedText =
  'Prices have changed since you last saw them. Nothing was ordered at the old ones.'

export function PricesChanged({ cart: { lines } }: { readonly cart: PricedCart }) {
  if (!lines.some((line) => line.kind === 'priced' && line.changed)) return ''
  return (
    <div id={pricesChangedId}>
      <Notice
        kind="warning"
        text="Prices have changed since you last saw them. The new ones are below; nothing was ordered."
      />
    </div>
  )
}
