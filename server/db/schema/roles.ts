// Tables of the desk apart from orders, and of the notifications to operators.

import type { Generated } from 'kysely'
import type { StaffTarget } from '../../domain/notifications/ports.ts'
import type { Created, Json } from './columns.ts'

export type SecondFactorCodesTable = { user_id: string; code: string; used_at: Created }

export type WallLinksTable = {
  id: string
  token_hash: string
  name: string
  created_by: string
  created_at: Created
  last_used_at: Date | null
  revoked_by: string | null
  revoked_at: Date | null
}

export type OperatorActionsTable = {
  id: Generated<string>
  at: Created
  by: string
  kind: string
  subject: string
  /** For operators; no code reads it. */
  detail: Json
}

export type AttachmentsTable = {
  id: string
  name: string
  content_type: string
  size_bytes: number
  uri: string
  uploaded_by: string
  at: Created
}

export type OrderMessagesTable = {
  id: string
  order_id: string
  request_key: string
  by: string
  subject: string
  body: string
  at: Created
  /** Null once the sweep has deleted the mail. */
  email_id: string | null
}

export type MessageAttachmentsTable = {
  message_id: string
  attachment_id: string
  position: number
}

export type NotificationSettingsTable = { kind: string; enabled: boolean; by: string; at: Created }
export type NotificationItemsTable = { kind: string; item: string; seen_at: Created }
export type NotificationSendsTable = { id: Generated<string>; key: string; sent_at: Created }
export type StaffNoticesTable = {
  id: Generated<string>
  target: StaffTarget
  title: string
  text: string
  /** Page on which an operator can resolve it. */
  path: string
  created_at: Created
  attempts: Generated<number>
  /** End of a process's lease, or of the wait before the next attempt. */
  due_at: Created
}

export type NotificationDigestTable = {
  id: Generated<string>
  kind: string
  text: string
  path: string
  since: Date
  queued_at: Created
}
