// The versions of the shop's branding and their logos (`../branding`).
import type { Generated } from 'kysely'
import type { Json } from './columns.ts'

export type BrandingVersionsTable = {
  id: Generated<number>
  branding: Json
  logo_digest: string | null
  origin: 'desk' | 'file'
  stored_by: string | null
  file_version: number | null
  logo_source: string | null
  reason: string | null
  changes: Json
  stored_at: Generated<Date>
}

export type BrandingLogosTable = {
  digest: string
  type: 'image/svg+xml' | 'image/png'
  width: number
  height: number
  is_dark: boolean
  body: Buffer
  mail_png: Buffer
  icon_png: Buffer
  stored_at: Generated<Date>
}
