// Fields of a support message: text and a file.
import { attachmentTypesText, maxAttachmentText } from '../../domain/operators/order-messages.ts'
import { ticketLengths } from '../../domain/tickets/read-fields.ts'
import { type FieldErrors, TextArea, TextField } from '../../html/form-fields.tsx'

type MessageFieldsProps = {
  /** Text as typed. */
  readonly body: string
  readonly errors: FieldErrors
}

export function MessageFields({ body, errors }: MessageFieldsProps) {
  return (
    <>
      <BodyField body={body} errors={errors} label="Message" />
      <TextField
        name="file"
        label="File (optional)"
        hint={`One file, up to ${maxAttachmentText}: ${attachmentTypesText}`}
        errors={errors}
        input={{ type: 'file' }}
      />
    </>
  )
}

export function BodyField({
  body,
  errors,
  label,
}: MessageFieldsProps & { readonly label: string }) {
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
