// The form that opens a ticket: on /contact, and on an order's page, which knows the order.
import { maxMailAddressCharacters } from '../../domain/base/text-lengths.ts'
import { ticketLengths } from '../../domain/tickets/read-fields.ts'
import { type FieldErrors, Hidden, TextField } from '../../html/form-fields.tsx'
import { MessageFields } from './message-fields.tsx'

export type ContactEntries = {
  readonly name: string
  readonly email: string
  readonly orderCode: string
  readonly body: string
}

export const noEntries: ContactEntries = { name: '', email: '', orderCode: '', body: '' }

type ContactFormProps = {
  readonly entries: ContactEntries
  readonly errors: FieldErrors
  /** The form's key: sending the form twice makes one message. */
  readonly messageId: string
  /** The form stands on the page of the order in `entries`. */
  readonly ofOrder?: boolean
}

export function ContactForm({ entries, errors, messageId, ofOrder = false }: ContactFormProps) {
  return (
    <form method="post" action="/contact" enctype="multipart/form-data">
      <Hidden name="messageId" value={messageId} />
      {ofOrder ? <Hidden name="orderCode" value={entries.orderCode} /> : ''}
      <TextField
        name="name"
        label="Your name (optional)"
        value={entries.name}
        errors={errors}
        input={{ autocomplete: 'name', maxlength: ticketLengths.name }}
      />
      <TextField
        name="email"
        label="Email for our reply"
        value={entries.email}
        errors={errors}
        input={{
          type: 'email',
          autocomplete: 'email',
          maxlength: maxMailAddressCharacters,
          required: true,
        }}
      />
      {ofOrder ? (
        ''
      ) : (
        <TextField
          name="orderCode"
          label="Order code (optional)"
          value={entries.orderCode}
          hint="Such as SVC-7KQ2ZM; it is in the confirmation email."
          errors={errors}
          input={{ autocomplete: 'off', maxlength: ticketLengths.orderCode }}
        />
      )}
      <MessageFields body={entries.body} errors={errors} />
      <p>
        <button type="submit">Send the message</button>
      </p>
    </form>
  )
}
