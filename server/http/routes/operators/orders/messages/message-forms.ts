// The form on an order page that emails the customer, and the files of messages, which recipients open without signing
// in.
import * as v from 'valibot'
import { isUuid } from '../../../../../domain/base/ids/uuid.ts'
import { lengthText } from '../../../../../domain/base/text/text-lengths.ts'
import { messageLengths, sendOrderMessage } from '../../../../../domain/operators/order-messages.ts'
import { findOrder } from '../../../../../domain/orders/find-order.ts'
import { readOrderForOperators } from '../../../../../domain/orders/read/operator-orders.ts'
import { isPlausibleCode } from '../../../../../domain/orders/record/code.ts'
import type { FieldErrors } from '../../../../../html/form-fields.tsx'
import { correctFields } from '../../../../../pages/base/correct-fields.ts'
import { orderNotFoundPage } from '../../../../../pages/base/not-found.tsx'
import { deskNotFound } from '../../../../../pages/operators/not-found.tsx'
import { orderPath } from '../../../../../pages/operators/parts/order-path.ts'
import { wrongFields } from '../../../../../pages/operators/parts/wrong-fields.ts'
import { page, post } from '../../../../middleware/page.ts'
import { everyone, operators } from '../../../../middleware/page-access.ts'
import type { Input } from '../../../../middleware/route.ts'
import { refusalOf } from '../../../../refusals/refusal-of.ts'
import { seeOther } from '../../../../requests/forms.ts'
import { storedAttachment } from '../../../../responses/attachment.ts'
import type { OrderPagesContext } from '../../../orders/order-pages.ts'
import { showOrder } from '../show-order.ts'
import { readMessageForm } from './message-form-data.ts'
import { messageSchema } from './message-routes.ts'

export const messagePages = [
  post({
    path: '/operator/orders/:code/messages',
    access: operators,
    respond: async function sendByForm(http, { request, params: { code }, caller: user }) {
      const { deps } = http
      const order = await readOrderForOperators(deps, code)
      if (!order.ok) return deskNotFound(user, 'order')
      const { field, attachments, problem } = await readMessageForm(http, request, user)
      const typed = { subject: field('subject'), body: field('body'), attachments }
      const show = (pageStatus: number, errors: FieldErrors, noticeText?: string) =>
        showOrder(http, order.value, {
          user,
          status: pageStatus,
          messageForm: { ...typed, errors },
          ...(noticeText !== undefined && {
            notice: { kind: 'error', text: noticeText, fields: wrongFields(errors) },
          }),
        })
      if (problem !== null) {
        const { status, error } = refusalOf(problem)
        return await show(status, { file: error }, `Nothing was sent. ${error}`)
      }
      if (field('do') === 'attach') return await show(200, {})
      const attachmentIds = attachments.map(({ id }) => id)
      const parsed = v.safeParse(messageSchema, { ...typed, attachmentIds })
      if (!parsed.success) {
        const errors = errorsOf(typed)
        return await show(400, errors, `Nothing was sent. ${correctFields(errors)}`)
      }
      const key = isUuid(field('messageId')) ? field('messageId') : null
      const { subject, body } = parsed.output
      const message = { code, subject, body, attachmentIds, key }
      const outcome = await sendOrderMessage(deps, user.email, message)
      if (outcome.ok) return seeOther(`${orderPath(code)}?message=1#messages`)
      const { status, error } = refusalOf(outcome.failure)
      const text = outcome.failure.kind === 'idempotency_key_reused' ? alreadySent : error
      return await show(status, {}, text)
    },
  }),
  page({ path: '/orders/:code/files/:id', access: everyone, show: downloadAttachment }),
]

/** Sentence for a form that was sent, then reopened and changed. */
const alreadySent =
  'A message with another text or other files was sent from this form already; it is listed below. What you entered was not sent. To send it as a further message, press “Send the message” again.'

function errorsOf(typed: { subject: string; body: string }): Record<string, string> {
  const { entries } = messageSchema
  const errors: Record<string, string> = {}
  if (!v.is(entries.subject, typed.subject)) {
    errors['subject'] = `Enter a subject in ${lengthText(messageLengths.subject)}.`
  }
  if (!v.is(entries.body, typed.body)) {
    errors['body'] = `Enter a message in ${lengthText(messageLengths.body)}.`
  }
  return errors
}

async function downloadAttachment(
  { deps, pageGuesses }: OrderPagesContext,
  { request, params: { code, id } }: Input<null, 'code' | 'id'>,
): Promise<Response> {
  // An id cannot be guessed, so it serves its file even after too many wrong codes.
  const file =
    isUuid(id) && isPlausibleCode(code) ? await deps.orderMessages.findSent(code, id) : null
  if (file === null) {
    return await pageGuesses.unlessGuessing(request, code, async () => {
      const isOrder = (await findOrder(deps, code)) !== null
      return isOrder ? orderNotFoundPage() : pageGuesses.notFound(request)
    })
  }
  return await storedAttachment(deps, file)
}
