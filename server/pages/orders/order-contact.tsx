// Questions about an order: earlier messages, visible only to the order's account, and a form for all visitors.
import type { ConversationMessage } from '../../domain/tickets/conversation.ts'
import type { Words } from '../languages/words.ts'
import { ContactForm, noEntries } from '../support/contact-form.tsx'
import { ConversationList, customerNames } from '../support/conversation.tsx'

type OrderContactProps = {
  readonly words: Words
  readonly code: string
  /** null unless the visitor is signed in to the order's account. */
  readonly conversation: readonly ConversationMessage[] | null
  /** Email address of the visitor. '' if not signed in. */
  readonly email: string
  readonly messageId: string
}

export function OrderContact({ words, code, conversation, email, messageId }: OrderContactProps) {
  const messages = conversation ?? []
  return (
    <section class="panel" aria-labelledby="contact">
      <h2 id="contact">{words.text('contact.heading')}</h2>
      {messages.length === 0 ? (
        ''
      ) : (
        <ConversationList words={words} messages={messages} names={customerNames(words)} />
      )}
      <details class="write">
        <summary>{words.text('contact.write')}</summary>
        <ContactForm
          words={words}
          entries={{ ...noEntries, email, orderCode: code }}
          errors={{}}
          messageId={messageId}
          ofOrder
        />
      </details>
    </section>
  )
}
