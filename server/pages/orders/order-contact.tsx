// Questions about an order: earlier messages, visible only to the order's account, and a form for all visitors.
import type { ConversationMessage } from '../../domain/tickets/conversation.ts'
import { ContactForm, noEntries } from '../support/contact-form.tsx'
import { ConversationList, customerNames } from '../support/conversation.tsx'

type OrderContactProps = {
  readonly code: string
  /** null unless the visitor is signed in to the order's account. */
  readonly conversation: readonly ConversationMessage[] | null
  /** Email address of the visitor. '' if not signed in. */
  readonly email: string
  readonly messageId: string
}

export function OrderContact({ code, conversation, email, messageId }: OrderContactProps) {
  const messages = conversation ?? []
  return (
    <section class="panel" aria-labelledby="contact">
      <h2 id="contact">Questions about this order</h2>
      {messages.length === 0 ? (
        ''
      ) : (
        <ConversationList messages={messages} names={customerNames()} />
      )}
      <details class="write">
        <summary>Write to us about this order</summary>
        <ContactForm
          entries={{ ...noEntries, email, orderCode: code }}
          errors={{}}
          messageId={messageId}
          ofOrder
        />
      </details>
    </section>
  )
}
