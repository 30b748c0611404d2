// Notice above the basket's lines if a line's price differs from the one that the buyer saw last.
import type { PricedCart } from '../../domain/cart/cart.ts'
import { Notice } from '../../html/notice.tsx'
import type { Words } from '../languages/words.ts'

/** Read by the quote page's script. */
export const pricesChangedId = 'prices-changed'

type ChangedProps = { readonly cart: PricedCart; readonly words: Words }

export function PricesChanged({ cart: { lines }, words }: ChangedProps) {
  if (!lines.some((line) => line.kind === 'priced' && line.hasChanged)) return ''
  return (
    <div id={pricesChangedId}>
      <Notice kind="warning" text={words.text('basket.pricesChanged')} />
    </div>
  )
}
