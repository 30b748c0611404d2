// /tickets/{id}: a conversation as the customer sees it.
import { isOrderCode, isValidWebCode } from '../../domain/orders/record/code.ts'
import { orderPagePath } from '../../domain/orders/record/page-urls.ts'
import type { ConversationMessage } from '../../domain/tickets/conversation.ts'
import type { Ticket } from '../../domain/tickets/ports.ts'
import { ticketName, ticketPath } from '../../domain/tickets/reply.ts'
import { type FieldErrors, Hidden } from '../../html/form-fields.tsx'
import { Notice } from '../../html/notice.tsx'
import { assetUrl, orderScript } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { unlistedHeaders } from '../base/not-found.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { english } from '../languages/words.ts'
import { ConversationList, customerNames } from './conversation.tsx'
import { MessageFields } from './message-fields.tsx'

export type TicketView = {
  readonly ticket: Ticket
  readonly messages: readonly ConversationMessage[]
  readonly messageId: string
  readonly visitor: PageVisitor
  /** Whether a message was just sent. */
  readonly sent?: boolean
  /** Message as typed, after a refusal. */
  readonly body?: string
  readonly errors?: FieldErrors
  readonly status?: number
  readonly refusal?: string
}

export function ticketPage(view: TicketView): Response {
  const { ticket, messages, messageId, sent = false, body = '', errors = {} } = view
  const { status = 200, refusal } = view
  return pageResponse({
    title: `${refusal === undefined ? '' : 'Error: '}Request ${ticketName(ticket)}`,
    visitor: view.visitor,
    status,
    headers: unlistedHeaders(),
    script: assetUrl(orderScript),
    body: (
      <>
        <h1>Request {ticketName(ticket)}</h1>
        {sent ? <Notice kind="info" text={sentText(ticket)} /> : ''}
        {refusal === undefined ? '' : <Notice kind="error" text={refusal} errors={errors} />}
        <p class="lead">{stateText(ticket)}</p>
        <About code={ticket.orderCode} />
        <ConversationList words={english} messages={messages} names={customerNames(english)} />
        <section class="panel" aria-labelledby="write">
          <h2 id="write">Write again</h2>
          <form method="post" action={ticketPath(ticket)} enctype="multipart/form-data">
            <Hidden name="messageId" value={messageId} />
            <MessageFields words={english} body={body} errors={errors} />
            <p>
              <button type="submit">Send the message</button>
            </p>
          </form>
        </section>
        <p class="hint">Keep the address of this page: anyone who has it can read the request.</p>
      </>
    ),
  })
}

/**
 * Names the order. Does not depend on whether the order exists, because wrong codes are counted only on the order page.
 */
function About({ code }: { code: string }) {
  if (code === '') return ''
  return (
    <p>
      About order{' '}
      {isOrderCode(code) || isValidWebCode(code) ? (
        <a href={orderPagePath(code)}>{code}</a>
      ) : (
        <span>{code}</span>
      )}
    </p>
  )
}

const sentText = ({ email }: Ticket): string =>
  `Your message was sent. We reply by email to ${email}, and here.`

function stateText({ state, waitingSince }: Ticket): string {
  if (state === 'closed') return 'This request is closed. A further message opens it again.'
  return waitingSince === null ? 'We have replied.' : 'We have received your message.'
}
