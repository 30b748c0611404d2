// The fields of a message to the farm: text and a file.
import { attachmentTypesText, maxAttachmentText } from '../../domain/operators/order-messages.ts'
import { ticketLengths } from '../../domain/tickets/read-fields.ts'
import { FieldError, type FieldErrors, fieldMarks } from '../../html/form-fields.tsx'

type MessageFieldsProps = {
  /** As typed. */
  readonly body: string
  readonly errors: FieldErrors
}

export function MessageFields({ body, errors }: MessageFieldsProps) {
  return (
    <>
      <BodyField body={body} errors={errors} label="Message" />
      <div class="field">
        <label for="file">File (optional)</label>
        <input
          type="file"
          id="file"
          name="file"
          {...fieldMarks(errors, 'file', { hasHint: true })}
        />
        <FieldError name="file" errors={errors} />
        <p class="hint" id="file-hint">
          One file, up to {maxAttachmentText}: {attachmentTypesText}
        </p>
      </div>
    </>
  )
}

export function BodyField({
  body,
  errors,
  label,
}: MessageFieldsProps & { readonly label: string }) {
  return (
    <div class="field">
      <label for="body">{label}</label>
      <textarea
        id="body"
        name="body"
        rows="6"
        maxlength={String(ticketLengths.body)}
        required
        {...fieldMarks(errors, 'body')}
      >
        {body}
      </textarea>
      <FieldError name="body" errors={errors} />
    </div>
  )
}
