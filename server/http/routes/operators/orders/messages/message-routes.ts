// POST /api/operator/orders/{code}/messages and POST /api/support/attachments (decisions.md 44).
import * as v from 'valibot'
import { fail, ok } from '../../../../../domain/base/result.ts'
import { severalLines } from '../../../../../domain/base/text/text.ts'
import { limits } from '../../../../../domain/limits/table.ts'
import { headBytes } from '../../../../../domain/operators/attachment-type.ts'
import {
  attachmentTypesText,
  attachmentUrl,
  maxAttachmentBytes,
  maxAttachments,
  maxAttachmentText,
  messageLengths,
  sendOrderMessage,
  storeAttachment,
} from '../../../../../domain/operators/order-messages.ts'
import type { Attachment, OrderMessage } from '../../../../../domain/operators/ports.ts'
import { json } from '../../../../contract/body.ts'
import { text as line, orAbsent } from '../../../../contract/body-parts.ts'
import { forOperators } from '../../../../contract/field-texts.ts'
import { multipart } from '../../../../contract/multipart-body.ts'
import { fileRefusals } from '../../../../contract/refusals.ts'
import {
  describedAs,
  type JsonOf,
  link,
  moment,
  named,
  orNull,
  says,
  text,
  whole,
} from '../../../../contract/schemas.ts'
import { operatorWithin } from '../../../../middleware/access.ts'
import {
  idempotencyKeyOf,
  keyedReply,
  keyParameterOf,
  replayHeadersOf,
} from '../../../../middleware/idempotency-key.ts'
import { route } from '../../../../middleware/route.ts'
import { anyOrderCode, codeParameter } from '../../../orders/order-json.ts'

const bodyRule = `is required, 1 to ${messageLengths.body} characters`

/** Message content that the order page's form and the endpoint accept. */
export const messageSchema = v.object({
  subject: says(line(messageLengths.subject), 'One line.'),
  body: describedAs(
    v.pipe(
      v.string(bodyRule),
      v.transform((typed) => severalLines(typed).trim()),
      v.nonEmpty(bodyRule),
      v.maxLength(messageLengths.body, bodyRule),
    ),
    says(
      v.pipe(v.string(), v.minLength(1), v.maxLength(messageLengths.body)),
      'Plain text; lines are kept.',
    ),
  ),
  attachmentIds: says(
    orAbsent(
      v.pipe(
        v.array(v.string('must be ids of attachments'), 'must be a list of ids of attachments'),
        v.maxLength(maxAttachments, `can name at most ${maxAttachments} attachments`),
        v.check((ids) => new Set(ids).size === ids.length, 'names an attachment twice'),
      ),
    ),
    'The ids that POST /api/support/attachments returned.',
  ),
})

const attachment = named(
  'Attachment',
  v.object({
    attachmentId: text('The id for `attachmentIds` of a message.'),
    name: text('The file name that was sent.'),
    contentType: text('The type of the content, regardless of the file name.'),
    bytes: whole('Its size.'),
  }),
  'A file that messages can name.',
)

const sentMessage = named(
  'OrderMessage',
  v.object({
    messageId: text('The message’s id.'),
    code: anyOrderCode,
    subject: text('The subject that was sent.'),
    body: text('The text that was sent.'),
    by: text('The operator’s address.'),
    createdAt: moment('The time at which it was written.'),
    sentAt: says(
      orNull(moment('The time at which its email was sent.')),
      'null until the email is sent.',
    ),
    attachments: v.array(
      named(
        'MessageAttachment',
        v.object({
          ...attachment.entries,
          url: link('The link in the email; it works without signing in.'),
        }),
        'A file of a message.',
      ),
    ),
  }),
  'A message to the customer of an order.',
)

const attachmentExample = {
  attachmentId: '4f1c7a52-8f1e-4d0b-9a52-6f0f0e0b9d11',
  name: 'support-marks.jpeg',
  contentType: 'image/jpeg',
  bytes: 184_220,
}

export const orderMessageRoute = route({
  method: 'POST',
  path: '/api/operator/orders/:code/messages',
  id: 'sendOrderMessage',
  tag: 'Operators',
  summary: 'Email the customer about an order',
  description:
    `${forOperators} The message is kept with the order and mailed to the order’s address; a link to ` +
    'the order’s page is added. Attachments are links, so that no mail server refuses the email. The same `Idempotency-Key`, or ' +
    `without one the same text, sends it once. ${limits['order-message'].limit} an hour.`,
  access: operatorWithin('order-message'),
  parameters: [
    codeParameter,
    keyParameterOf('Choose any text, and a different one for every message about the order.'),
  ],
  body: json(messageSchema, {
    example: {
      subject: 'A question about your bracket',
      body: 'The hole of your model is 2.9 mm wide. Shall we print it as it is?',
      attachmentIds: [attachmentExample.attachmentId],
    },
    refused: [{ subject: 'A question', body: '' }],
  }),
  response: {
    description: 'The email is queued.',
    schema: sentMessage,
    headers: replayHeadersOf('`true` when an earlier request sent this message.'),
  },
  refusals: [
    { kind: 'idempotency_key_invalid' },
    { kind: 'order_not_found' },
    { kind: 'attachment_not_found', id: attachmentExample.attachmentId },
    { kind: 'idempotency_key_reused' },
  ],
  handler: async function sendMessage({ deps }, { request, caller, params, body }) {
    const key = idempotencyKeyOf(request)
    const { subject, body: message, attachmentIds = [] } = body
    const input = { code: params.code, subject, body: message, attachmentIds, key }
    const outcome = await sendOrderMessage(deps, caller.email, input)
    if (!outcome.ok) return outcome
    const { message: made, replayed } = outcome.value
    return ok(keyedReply(messageJson(made, params.code, deps.baseUrl), { replayed }))
  },
})

function messageJson(
  { id, subject, body, by, at, sentAt, attachments }: OrderMessage,
  code: string,
  baseUrl: string,
): JsonOf<typeof sentMessage> {
  return {
    messageId: id,
    code,
    subject,
    body,
    by,
    createdAt: at.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    attachments: attachments.map((file) => ({
      ...attachmentJson(file),
      url: attachmentUrl(code, file.id, baseUrl),
    })),
  }
}

const attachmentJson = ({ id, name, contentType, sizeBytes }: Attachment) => ({
  attachmentId: id,
  name,
  contentType,
  bytes: sizeBytes,
})

export const attachmentRoute = route({
  method: 'POST',
  path: '/api/support/attachments',
  id: 'uploadAttachment',
  tag: 'Operators',
  summary: 'Store a file for messages',
  description:
    `${forOperators} At most ${maxAttachmentText}, of one of these types, by its content: ` +
    `${attachmentTypesText}. It can be read once a message names it, by anyone with the message’s link. ` +
    `${limits['support-attachment'].limit} an hour.`,
  access: operatorWithin('support-attachment'),
  body: multipart({
    schema: v.object({ file: says(v.file(), `At most ${maxAttachmentText}.`) }),
    example: { file: '@support-marks.jpeg' },
    file: 'file',
    maxBytes: maxAttachmentBytes,
    tooLarge: { kind: 'attachment_too_large' },
  }),
  response: { description: 'The file is stored.', schema: attachment, example: attachmentExample },
  refusals: [...fileRefusals, { kind: 'attachment_unsupported' }, { kind: 'storage_failed' }],
  handler: async function storeFile({ deps }, { caller, body: { file, fields } }) {
    if (file === null) {
      return fail(
        fields.has('file')
          ? { kind: 'field_sent_as_text', field: 'file' }
          : { kind: 'file_missing' },
      )
    }
    if (file.sizeBytes === 0) return fail({ kind: 'file_empty' })
    const head = await Bun.file(file.path).slice(0, headBytes).bytes()
    const stored = await storeAttachment(deps, caller.email, { ...file, head })
    return stored.ok ? ok(attachmentJson(stored.value)) : stored
  },
})
