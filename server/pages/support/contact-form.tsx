// Form that opens a ticket: on /contact, and on an order page, which already knows the order.
import { maxEmailAddressCharacters } from '../../domain/base/text/text-lengths.ts'
import { ticketLengths } from '../../domain/tickets/read-fields.ts'
import { type FieldErrors, Hidden, TextField } from '../../html/form-fields.tsx'
import type { Words } from '../languages/words.ts'
import { MessageFields } from './message-fields.tsx'

export type ContactEntries = {
  readonly name: string
  readonly email: string
  readonly orderCode: string
  readonly body: string
}

export const noEntries: ContactEntries = { name: '', email: '', orderCode: '', body: '' }

type ContactFormProps = {
  readonly words: Words
  readonly entries: ContactEntries
  readonly errors: FieldErrors
  /** The form's key, so that sending the form twice opens one ticket. */
  readonly messageId: string
  /** Whether the form is on the page of the order in `entries`. */
  readonly ofOrder?: boolean
}

export function ContactForm({
  words,
  entries,
  errors,
  messageId,
  ofOrder = false,
}: ContactFormProps) {
  return (
    <form method="post" action="/contact" enctype="multipart/form-data">
      <Hidden name="messageId" value={messageId} />
      {ofOrder ? <Hidden name="orderCode" value={entries.orderCode} /> : ''}
      <TextField
        name="name"
        label={optionalLabel(words, 'contact.name')}
        value={entries.name}
        errors={errors}
        input={{ autocomplete: 'name', maxlength: ticketLengths.name }}
      />
      <TextField
        name="email"
        label={words.text('contact.email')}
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
          label={optionalLabel(words, 'contact.code')}
          value={entries.orderCode}
          hint={words.text('contact.codeHint')}
          errors={errors}
          input={{ autocomplete: 'off', maxlength: ticketLengths.orderCode }}
        />
      )}
      <MessageFields words={words} body={entries.body} errors={errors} />
      <p>
        <button type="submit">{words.text('contact.send')}</button>
      </p>
    </form>
  )
}

const optionalLabel = (words: Words, label: 'contact.code' | 'contact.name'): string =>
  words.text('field.optional', { label: words.text(label) })
