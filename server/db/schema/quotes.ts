// Quotes of the agent tools.
import type { Json, OwnerId } from './columns.ts'
import type { PrintedPartColumns } from './printed-parts.ts'

export type QuotesTable = PrintedPartColumns & {
  id: string
  account_id: OwnerId
  country: string
  measurement: Json
  created_at: Date
  expires_at: Date
  spent_at: Date | null
}
