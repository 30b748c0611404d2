// /operator/tickets/{number}: the conversation, and the forms that reply and close.
import type { Conversation } from '../../../domain/desk/tickets.ts'
import { isByOrderOwner, type Ticket } from '../../../domain/tickets/ports.ts'
import { ticketName, ticketPath } from '../../../domain/tickets/reply.ts'
import { Choice, type FieldErrors, Hidden } from '../../../html/form-fields.tsx'
import { Section } from '../../../html/section.tsx'
import { english } from '../../languages/words.ts'
import { ConversationList } from '../../support/conversation.tsx'
import { BodyField } from '../../support/message-fields.tsx'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { Moment } from '../parts/moment.tsx'
import { OrderLink } from '../parts/order-link.tsx'
import { deskTicketPath } from './ticket-path.ts'
import { TicketState } from './tickets.tsx'

export type DeskTicketView = DeskView &
  Conversation & {
    readonly messageId: string
    /** Reply as typed, after a refusal. */
    readonly typed?: string
    readonly errors?: FieldErrors
  }

export function deskTicketPage(view: DeskTicketView): Response {
  const { user, ticket, messages } = view
  const filesPath = `${ticketPath(ticket)}/files`
  return deskScreen({
    ...view,
    tab: 'tickets',
    title: `Ticket ${ticketName(ticket)}`,
    beside: <TicketState ticket={ticket} />,
    body: (
      <>
        <Facts ticket={ticket} timeZone={user.timeZone} />
        <Section id="messages" title="Messages">
          <ConversationList
            words={english}
            messages={messages.map((message) => ({ ...message, filesPath }))}
            names={{ customer: ticket.name === '' ? ticket.email : ticket.name, operator: 'Us' }}
            time={(at) => <Moment at={at} timeZone={user.timeZone} />}
          />
        </Section>
        {user.role === 'viewer' ? '' : <Forms {...view} />}
      </>
    ),
  })
}

function Facts({ ticket, timeZone }: { ticket: Ticket; timeZone: string }) {
  const { email, orderCode, orderId, createdAt, source } = ticket
  return (
    <dl class="facts">
      <dt>From</dt>
      <dd>{email}</dd>
      {orderCode === '' ? (
        ''
      ) : (
        <>
          <dt>Order</dt>
          <dd>
            {orderId === null ? (
              <span>{`${orderCode} (unknown code)`}</span>
            ) : (
              <OrderLink code={orderCode} />
            )}
            {orderId === null || isByOrderOwner(ticket) ? '' : ` ${strangerText(ticket)}`}
          </dd>
        </>
      )}
      <dt>Opened</dt>
      <dd>
        <Moment at={createdAt} timeZone={timeZone} />
        {source === 'assistant' ? ', by the support assistant' : ''}
      </dd>
    </dl>
  )
}

const strangerText = ({ accountId }: Ticket): string =>
  `It was ${accountId === null ? 'sent without signing in' : 'not sent from the account of the order'}: do not reveal anything that only its customer may know.`

function Forms({ ticket, messageId, typed = '', errors = {} }: DeskTicketView) {
  const path = deskTicketPath(ticket.number)
  const isClosed = ticket.state === 'closed'
  return (
    <Section id="reply" title="Reply">
      <form method="post" action={`${path}/reply`}>
        <Hidden name="messageId" value={messageId} />
        <BodyField body={typed} errors={errors} label={`Mailed to ${ticket.email}`} />
        <Choice
          type="checkbox"
          id="close"
          name="close"
          value="1"
          label="Close the ticket"
          checked={false}
        />
        <p class="actions">
          <button type="submit">Send the reply</button>
        </p>
      </form>
      <form method="post" action={`${path}/state`}>
        <Hidden name="state" value={isClosed ? 'open' : 'closed'} />
        <button type="submit" class="quiet">
          {isClosed ? 'Open the ticket again' : 'Close without a reply'}
        </button>
      </form>
    </Section>
  )
}
