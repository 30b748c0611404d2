// Quotes of the agent tools.
import type { QuoteId } from '../../domain/base/ids/quote-id.ts'
import type { Json, OwnerId } from './columns.ts'
import type { PrintedPartColumns } from './printed-parts.ts'

export type QuotesTable = PrintedPartColumns & {
  id: QuoteId
  account_id: OwnerId
  country: string
  measurement: Json
  created_at: Date
  expires_at: Date
  spent_at: Date | null
  /** The version of the terms that priced the quote, from `farm_terms`; null means the contract's. */
  terms_id: number | null
}
