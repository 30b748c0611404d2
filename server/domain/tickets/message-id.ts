// The id under which a message is stored.
import { sha256Hex } from '../base/hash.ts'
import { isUuid } from '../base/ids/uuid.ts'
import type { TicketDeps } from './ports.ts'

type MessageContent = {
  /** The form's id. */
  readonly messageId: string
  /** All entered text, and the ticket to which it belongs. */
  readonly content: readonly string[]
  readonly attachmentIds: readonly string[]
}

/**
 * Returns the same id for a message that is sent twice with one form, so that it is stored once, and a different
 * id for a different text, so that an edited message is not lost. A repeated form uploads its file again under another
 * id, so files are compared by name and content. Returns a new id unless `messageId` is a UUID.
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

/** A UUID of version 8 (RFC 9562, section 5.8), for computed ids. */
const uuidOf = (hex: string): string =>
  [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
