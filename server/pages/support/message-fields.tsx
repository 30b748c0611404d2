// Fields of a support message: text and a file.
import { attachmentTypesText, maxAttachmentBytes } from '../../domain/operators/order-messages.ts'
import { ticketLengths } from '../../domain/tickets/read-fields.ts'
import { type FieldErrors, TextArea, TextField } from '../../html/form-fields.tsx'
import type { Words } from '../languages/words.ts'

type BodyProps = {
  /** Text as typed. */
  readonly body: string
  readonly errors: FieldErrors
}

export function MessageFields({ words, ...typed }: BodyProps & { readonly words: Words }) {
  return (
    <>
      <BodyField {...typed} label={words.text('contact.message')} />
      <TextField
        name="file"
        label={words.text('field.optional', { label: words.text('contact.file') })}
        hint={words.text('contact.fileHint', {
          size: words.megabytes(maxAttachmentBytes),
          types: attachmentTypesText,
        })}
        errors={typed.errors}
        input={{ type: 'file' }}
      />
    </>
  )
}

export function BodyField({ body, errors, label }: BodyProps & { readonly label: string }) {
  return (
    <TextArea
      name="body"
      label={label}
      value={body}
      errors={errors}
      area={{ rows: 6, maxlength: ticketLengths.body, required: true }}
    />
  )
}
