// Form that opens a ticket: on /contact, and on an order page, which already knows the order.
import { maxEmailAddressCharacters } from '../../domain/base/text/text-lengths.ts'
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
  /** The form's key, so that sending the form twice opens one ticket. */
  readonly messageId: string
  /** Whether the form is on the page of the order in `entries`. */
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
          maxlength: maxEmailAddressCharacters,
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
