// Building blocks of the reference: prose with inline code, field tables, status lines.
import type { ReferenceField } from './reference-model.ts'

/** Plain text with paragraphs separated by empty lines and `code` in backticks. */
export function Prose({ text }: { text: string }) {
  if (text === '') return ''
  return (
    <>
      {text.split('\n\n').map((paragraph) => (
        <p>
          <Inline text={paragraph} />
        </p>
      ))}
    </>
  )
}

function Inline({ text }: { text: string }) {
  return (
    <>{text.split('`').map((piece, index) => (index % 2 === 1 ? <code>{piece}</code> : piece))}</>
  )
}

export function FieldTable({
  title,
  fields,
}: {
  title: string
  fields: readonly ReferenceField[]
}) {
  if (fields.length === 0) return ''
  return (
    <>
      <h4>{title}</h4>
      <dl class="fields">
        {fields.map((field) => (
          <FieldRow field={field} />
        ))}
      </dl>
    </>
  )
}

function FieldRow({ field: { name, type, required, fallback, text } }: { field: ReferenceField }) {
  return (
    <div>
      <dt>
        <FieldName name={name} />
        {required ? <span class="required">required</span> : ''}
      </dt>
      <dd>
        <span class="type">{fallback === null ? type : `${type}, default ${fallback}`}</span>
        {text === '' ? (
          ''
        ) : (
          <span>
            <Inline text={text} />
          </span>
        )}
      </dd>
    </div>
  )
}

/** Field name that may break after its dots, but not within a word. */
function FieldName({ name }: { name: string }) {
  const [first = '', ...others] = name.split('.')
  return (
    <code>
      {first}
      {others.map((part) => (
        <>
          .<wbr />
          {part}
        </>
      ))}
    </code>
  )
}

export function StatusLine({ status, text }: { status: string; text: string }) {
  return (
    <h4>
      <span class="status">{status}</span> <span>{text}</span>
    </h4>
  )
}
