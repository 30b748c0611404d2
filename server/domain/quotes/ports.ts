// Ports of quotes.

import type { AccountId } from '../base/caller.ts'
import type { VisitorFileDeps } from '../models/visitor-files.ts'
import type { NewOrder } from '../orders/order.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { SlicingDeps } from '../slicing/ports.ts'
import type { NewQuote, Quote } from './quote.ts'

export type Quotes = {
  readonly insert: (quote: NewQuote) => Promise<void>
  /** null for another account's quote. */
  readonly readOwned: (accountId: AccountId, quoteId: string) => Promise<Quote | null>
  /**
   * One transaction: spends the quote by one conditional update and writes the order with its charge attempt. `unusable`: spent by
   * another call, expired, of another account or for another country. `over_limit`: the order would exceed a spending limit.
   */
  readonly spend: (
    request: { readonly quoteId: string; readonly at: Date },
    order: NewOrder,
  ) => Promise<'inserted' | 'code_taken' | 'unusable' | 'over_limit'>
}

export type QuoteDeps = OrderDeps &
  SlicingDeps &
  VisitorFileDeps & {
    readonly quotes: Quotes
    /** Hosts from which quotes may download models, in lower case; null = every public host. */
    readonly quoteAllowedHosts: readonly string[] | null
  }
