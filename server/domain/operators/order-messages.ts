// Messages from operators to customers (decisions.md 44): emails that are stored with their order. Files are sent as
// links to the service, because mail servers refuse large emails, and a link protects the file from modification in
// transit.

import { sha256Hex } from '../base/hash.ts'
import { isUuid } from '../base/ids/uuid.ts'
import { mustExist } from '../base/must-exist.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isEmailAddress } from '../base/text/email-address.ts'
import { megabyte, megabytesText } from '../base/text/megabytes.ts'
import type { IdempotencyFailure } from '../idempotency/failure.ts'
import { checkIdempotencyKey } from '../idempotency/key.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import type { OrderFailure } from '../orders/failure.ts'
import { findOrder } from '../orders/find-order.ts'
import type { Order } from '../orders/record/order.ts'
import { orderPageUrl } from '../orders/record/page-urls.ts'
import { type AttachmentType, attachmentTypeOf, attachmentTypes } from './attachment-type.ts'
import type { OperatorFailure } from './failure.ts'
import type { Attachment, OperatorDeps, OrderMessage } from './ports.ts'

/** In characters. */
export const messageLengths = { subject: 150, body: 5000 } as const
export const maxAttachments = 5

export const maxAttachmentBytes = 10 * megabyte
/** For messages: `10 MB`. */
export const maxAttachmentText = megabytesText(maxAttachmentBytes)
export const attachmentTypesText = Object.keys(attachmentTypes).join(', ')

export type MessageInput = {
  /** One line, 1 to 150 characters. */
  readonly subject: string
  /** 1 to 5000 characters; can contain line breaks. */
  readonly body: string
  readonly attachmentIds: readonly string[]
  /** Identifies a repeated request; null: the same text for the same order is a repeat. */
  readonly key: string | null
}

export type SentMessage = {
  readonly message: OrderMessage
  /** Whether an earlier request with this key already sent it. */
  readonly replayed: boolean
}

type MessageDeps = Pick<
  OperatorDeps,
  'orders' | 'orderMessages' | 'accounts' | 'ids' | 'baseUrl' | 'log'
>

/** Writes the message and its email in one transaction; the outbox sends it. */
export async function sendOrderMessage(
  deps: MessageDeps,
  by: string,
  input: MessageInput & { readonly code: string },
): Promise<Result<SentMessage, OrderFailure | IdempotencyFailure | OperatorFailure>> {
  const key = checkIdempotencyKey(input.key)
  if (!key.ok) return key
  const order = await findOrder(deps, input.code)
  if (order === null) return fail({ kind: 'order_not_found' })
  const stored = await findAttachments(deps, input.attachmentIds)
  if (!stored.ok) return stored
  const attachments = stored.value
  const to = await recipientOf(deps, order)
  const added = await deps.orderMessages.add({
    id: deps.ids.uuid(),
    orderId: order.id,
    requestKey: await requestKeyOf(input),
    by,
    subject: input.subject,
    body: input.body,
    attachmentIds: attachments.map(({ id }) => id),
    mail: { to, text: mailText(deps, { order, body: input.body, attachments }) },
  })
  if (added.replayed && !isSame(added.message, { ...input, attachments })) {
    return fail({ kind: 'idempotency_key_reused' })
  }
  if (!added.replayed) {
    deps.log.info('order.message_queued', { code: order.code, id: added.message.id, by })
  }
  return ok(added)
}

async function findAttachments(
  { orderMessages }: Pick<OperatorDeps, 'orderMessages'>,
  ids: readonly string[],
): Promise<Result<readonly Attachment[], OperatorFailure>> {
  const wellFormed = ids.filter(isUuid)
  const stored = wellFormed.length === 0 ? [] : await orderMessages.findAttachments(wellFormed)
  const missing = ids.find((id) => !stored.some((attachment) => attachment.id === id))
  return missing === undefined ? ok(stored) : fail({ kind: 'attachment_not_found', id: missing })
}

/** Returns the order's address, or the account's if the order's is not an email address. */
async function recipientOf(
  { accounts }: Pick<OperatorDeps, 'accounts'>,
  { accountId, address }: Order,
): Promise<string> {
  if (isEmailAddress(address.email)) return address.email
  return mustExist(await accounts.read(accountId), 'the account of an order').email
}

type MailParts = { order: Order; body: string; attachments: readonly Attachment[] }

function mailText(
  { baseUrl }: Pick<OperatorDeps, 'baseUrl'>,
  { order, body, attachments }: MailParts,
): string {
  const files = attachments.map(
    ({ id, name }) => `${name}: ${attachmentUrl(order.code, id, baseUrl)}`,
  )
  return [
    body,
    '',
    ...(files.length === 0 ? [] : ['Files:', ...files, '']),
    `Your order ${order.code}: ${orderPageUrl(order.code, baseUrl)}`,
    '',
  ].join('\n')
}

/**
 * Returns a URL that works without signing in: the id is random, and the file is served only with the code of its
 * order.
 */
export const attachmentUrl = (code: string, id: string, baseUrl: string): string =>
  `${orderPageUrl(code, baseUrl)}/files/${id}`

type Content = Pick<OrderMessage, 'subject' | 'body' | 'attachments'>

/**
 * Whether two messages are the same. A repeated form uploads its file again under another id, so files are compared by
 * name and content.
 */
const isSame = (message: Content, input: Content): boolean =>
  message.subject === input.subject &&
  message.body === input.body &&
  message.attachments.length === input.attachments.length &&
  message.attachments.every(({ name, uri }, place) => {
    const other = input.attachments[place]
    return other?.name === name && other.uri === uri
  })

/** The prefixes separate callers' keys from keys derived from the text. */
const requestKeyOf = async ({
  key,
  subject,
  body,
  attachmentIds,
}: MessageInput): Promise<string> =>
  key === null
    ? `same:${await sha256Hex(JSON.stringify([subject, body, attachmentIds]))}`
    : `key:${key}`

/** Stores a file for use in messages. Detects its type by content instead of by name. */
export async function storeAttachment(
  deps: Pick<OperatorDeps, 'objects' | 'visitorFiles' | 'orderMessages' | 'clock' | 'ids' | 'log'>,
  by: string,
  file: ReceivedFile & { readonly head: Uint8Array },
): Promise<Result<Attachment, OperatorFailure | { readonly kind: 'storage_failed' }>> {
  if (file.sizeBytes > maxAttachmentBytes) return fail({ kind: 'attachment_too_large' })
  const type: AttachmentType | null = attachmentTypeOf(file)
  if (type === null) return fail({ kind: 'attachment_unsupported' })
  const contentType = attachmentTypes[type]
  const key = `attachments/${file.sha256}.${type}`
  const uri = deps.objects.uri(key)
  await deps.visitorFiles.keep({ uri, sha256: file.sha256 }, deps.clock.now())
  try {
    await deps.objects.putFile(key, file.path, contentType)
  } catch (error) {
    deps.log.error('attachment.storing_failed', { key, error })
    return fail({ kind: 'storage_failed' })
  }
  const attachment = {
    id: deps.ids.uuid(),
    name: file.fileName,
    contentType,
    sizeBytes: file.sizeBytes,
    uri,
  }
  await deps.orderMessages.addAttachment({ ...attachment, by })
  deps.log.info('attachment.stored', { id: attachment.id, type, by })
  return ok(attachment)
}
