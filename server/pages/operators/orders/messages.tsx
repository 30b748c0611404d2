// Messages of an order to its customer and the form for a new one, as a section of the operators' order page.
import {
  attachmentTypesText,
  maxAttachments,
  maxAttachmentText,
  messageLengths,
} from '../../../domain/operators/order-messages.ts'
import type { Attachment, OrderMessage } from '../../../domain/operators/ports.ts'
import { Field, type FieldErrors, Hidden, TextArea, TextField } from '../../../html/form-fields.tsx'
import { Section } from '../../../html/section.tsx'
import { Moment } from '../parts/moment.tsx'
import { orderPath } from '../parts/order-path.ts'

/** Form as filled in. */
export type MessageForm = {
  readonly subject: string
  readonly body: string
  /** Already stored attachments. */
  readonly attachments: readonly Attachment[]
  readonly errors: FieldErrors
}

type MessageSectionProps = {
  readonly code: string
  /** Recipient of the email. */
  readonly recipient: string
  readonly messages: readonly OrderMessage[]
  readonly timeZone: string
  /** The form's key, so that sending the form twice sends one email. null for viewers, who see no form. */
  readonly messageId: string | null
  /** Entries of a refused form. */
  readonly form?: MessageForm | undefined
}

export function MessageSection(props: MessageSectionProps) {
  const { code, recipient, messages, timeZone, messageId, form } = props
  return (
    <Section id="messages" title="Messages to the customer">
      {messages.length === 0 ? (
        <p class="muted">No message has been sent about this order.</p>
      ) : (
        <ul class="items">
          {messages.map((message) => (
            <MessageLine message={message} timeZone={timeZone} />
          ))}
        </ul>
      )}
      {messageId === null ? (
        ''
      ) : (
        <details open={form !== undefined}>
          <summary>Write to the customer</summary>
          <Form
            code={code}
            recipient={recipient}
            messageId={messageId}
            form={form ?? { subject: '', body: '', attachments: [], errors: {} }}
          />
        </details>
      )}
    </Section>
  )
}

function MessageLine({ message, timeZone }: { message: OrderMessage; timeZone: string }) {
  const { subject, body, by, at, sentAt, attachments } = message
  return (
    <li>
      <div>
        <strong>{subject}</strong>
        <p class="note">{body}</p>
        {attachments.length === 0 ? (
          ''
        ) : (
          <p class="hint">{`Files: ${attachments.map(({ name }) => name).join(', ')}`}</p>
        )}
        <p class="hint">
          <span>{by}</span>, <Moment at={at} timeZone={timeZone} />
          {sentAt === null ? ', waiting in the outbox' : ', sent'}
        </p>
      </div>
    </li>
  )
}

type FormProps = { code: string; recipient: string; messageId: string; form: MessageForm }

function Form({ code, recipient, messageId, form }: FormProps) {
  const { subject, body, attachments, errors } = form
  return (
    <form method="post" action={`${orderPath(code)}/messages`} enctype="multipart/form-data">
      <Hidden name="messageId" value={messageId} />
      <Hidden name="attachmentIds" value={attachments.map(({ id }) => id).join(',')} />
      <TextField
        name="subject"
        label="Subject"
        value={subject}
        errors={errors}
        input={{ maxlength: messageLengths.subject, required: true, autocomplete: 'off' }}
      />
      <TextArea
        name="body"
        label="Message"
        value={body}
        hint={`Mailed to ${recipient} with a link to the order’s page.`}
        errors={errors}
        area={{ rows: 6, maxlength: messageLengths.body, required: true }}
      />
      <FileField attachments={attachments} errors={errors} />
      <p class="actions">
        <button type="submit" name="do" value="send">
          Send the message
        </button>
        <button type="submit" class="quiet" name="do" value="attach" formnovalidate>
          Attach another file
        </button>
      </p>
    </form>
  )
}

type FileProps = { readonly attachments: readonly Attachment[]; readonly errors: FieldErrors }

function FileField({ attachments, errors }: FileProps) {
  return (
    <Field
      name="file"
      id="message-file"
      label="File"
      hint={`Optional, up to ${maxAttachments} files of ${maxAttachmentText} each: ${attachmentTypesText}. The mail has links to them.`}
      errors={errors}
    >
      {(field) => (
        <>
          {attachments.length > 0 && (
            <p>{`Attached: ${attachments.map(({ name }) => name).join(', ')}`}</p>
          )}
          <input {...field} type="file" />
        </>
      )}
    </Field>
  )
}
