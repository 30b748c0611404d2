// Files attached to messages of orders and tickets.

import type { Attachment } from '../../domain/operators/ports.ts'

/** Columns of an `Attachment`, from the table `attachments`. */
export const attachmentColumns = [
  'attachments.id',
  'attachments.name',
  'attachments.content_type as contentType',
  'attachments.size_bytes as sizeBytes',
  'attachments.uri',
] as const

export type MessageFile = Attachment & { readonly messageId: string }

/** Combines the messages with their files and keeps the order of both. */
export const withAttachments = <M extends { readonly id: string }>(
  messages: readonly M[],
  files: readonly MessageFile[],
): readonly (M & { readonly attachments: readonly Attachment[] })[] =>
  messages.map((message) => ({
    ...message,
    attachments: files
      .filter(({ messageId }) => messageId === message.id)
      .map(({ messageId: _, ...attachment }) => attachment),
  }))
