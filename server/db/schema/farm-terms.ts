// The versions of the farm's terms (`../terms`).
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

export type FarmTermsTable = {
  id: Generated<number>
  valid_from: Date
  requested_from: Date | null
  terms: Json
  source: 'desk' | 'file'
  stored_by: string | null
  file_version: number | null
  reason: string | null
  changes: Json
  stored_at: Generated<Date>
}
