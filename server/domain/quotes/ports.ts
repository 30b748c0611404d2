// Ports of quotes.

import type { AccountId } from '../base/caller.ts'
import type { QuoteId } from '../base/ids/quote-id.ts'
import type { VisitorFileDeps } from '../models/visitor-files.ts'
import type { InsertOutcome, OrderDeps } from '../orders/ports.ts'
import type { NewOrder } from '../orders/record/order.ts'
import type { SlicingDeps } from '../slicing/ports.ts'
import type { NewQuote, Quote } from './quote.ts'

/**
 * `unusable`: used by another call, expired, of another account or for another country. `over_limit`: the order would
 * exceed a spending limit.
 */
export type SpendOutcome = InsertOutcome | { readonly kind: 'unusable' | 'over_limit' }

export type Quotes = {
  readonly insert: (quote: NewQuote) => Promise<void>
  /** Returns null for another account's quote. */
  readonly readOwned: (accountId: AccountId, quoteId: QuoteId) => Promise<Quote | null>
  /**
   * Marks the quote as used with a conditional update, and writes the order with its charge attempt, in one
   * transaction.
   */
  readonly spend: (
    request: { readonly quoteId: QuoteId; readonly at: Date },
    order: NewOrder,
  ) => Promise<SpendOutcome>
}

export type QuoteDeps = OrderDeps &
  SlicingDeps &
  VisitorFileDeps & {
    readonly quotes: Quotes
    /** Lowercase hosts from which quotes can download models; null = every public host. */
    readonly quoteAllowedHosts: readonly string[] | null
  }
