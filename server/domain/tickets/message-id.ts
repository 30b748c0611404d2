// The id under which a message is stored.
import { sha256Hex } from '../base/hash.ts'
import { isUuid } from '../base/uuid.ts'
import type { TicketDeps } from './ports.ts'

type MessageContent = {
  /** The form's own id. */
  readonly messageId: string
  /** Everything that was typed, and the ticket to which it belongs. */
  readonly content: readonly string[]
  readonly attachmentIds: readonly string[]
}

/**
 * One id for the same message sent twice with the same form, so that it is stored once; another one for another text, so that nothing is
 * lost when the form is sent again after an edit. A repeated form uploads its file again under another id, so files count by name and
 * content. A new id unless `messageId` is a UUID.
 */
export async function messageIdOf(
  { ids, orderMessages }: Pick<TicketDeps, 'ids' | 'orderMessages'>,
  { messageId, content, attachmentIds }: MessageContent,
): Promise<string> {
  if (!isUuid(messageId)) return ids.uuid()
  const attachments =
    attachmentIds.length === 0 ? [] : await orderMessages.findAttachments(attachmentIds)
  const files = attachments.map(({ name, uri }) => `${name}\n${uri}`).toSorted()
  return uuidOf(await sha256Hex(JSON.stringify([messageId, content, files])))
}

/** A UUID of version 8 (RFC 9562, section 5.8), which is for ids that are computed. */
const uuidOf = (hex: string): string =>
  [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
