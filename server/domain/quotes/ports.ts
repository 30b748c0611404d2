// What quotes need from the outside.

import type { AccountId } from '../base/caller.ts'
import type { NewOrder } from '../orders/order.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { SlicingDeps } from '../slicing/ports.ts'
import type { NewQuote, Quote } from './quote.ts'

export type Quotes = {
  readonly insert: (quote: NewQuote) => Promise<void>
  /** Ownership is in the query: another account's quote is not there. */
  readonly readOwned: (accountId: AccountId, quoteId: string) => Promise<Quote | null>
  /**
   * One transaction: the quote is spent by one conditional update and the order written with its charge attempt. Nothing is
   * written unless both are. `unusable` = spent by another call, expired, of another account or of another country.
   */
  readonly spend: (
    request: { readonly quoteId: string; readonly at: Date },
    order: NewOrder,
  ) => Promise<'inserted' | 'code_taken' | 'unusable'>
}

export type QuoteDeps = OrderDeps &
  SlicingDeps & {
    readonly quotes: Quotes
    /** Hosts that quotes may fetch models from, lower-case. */
    readonly quoteAllowedHosts: readonly string[]
  }
