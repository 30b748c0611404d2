// Small pieces of the reference: text with `code` in it, tables of fields, a status with its meaning.
import { Html } from '@elysiajs/html'
import type { Field } from './reference.tsx'

/** Paragraphs of plain text, parted by empty lines, with `code` between backticks. */
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
    <>
      {text
        .split('`')
        .map((piece, index) =>
          index % 2 === 1 ? <code safe>{piece}</code> : Html.escapeHtml(piece),
        )}
    </>
  )
}

export function FieldTable({ title, fields }: { title: string; fields: readonly Field[] }) {
  if (fields.length === 0) return ''
  return (
    <>
      <h4 safe>{title}</h4>
      <dl class="fields">
        {fields.map((field) => (
          <FieldRow field={field} />
        ))}
      </dl>
    </>
  )
}

function FieldRow({ field: { name, type, required, fallback, text } }: { field: Field }) {
  return (
    <div>
      <dt>
        <FieldName name={name} />
        {required ? <span class="required">required</span> : ''}
      </dt>
      <dd>
        <span class="type" safe>
          {fallback === null ? type : `${type}; ${fallback} when left out`}
        </span>
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

/** May break after its dots, rather than within a word. */
function FieldName({ name }: { name: string }) {
  const [first = '', ...others] = name.split('.')
  return (
    <code>
      {Html.escapeHtml(first)}
      {others.map((part) => (
        <>
          .<wbr />
          {Html.escapeHtml(part)}
        </>
      ))}
    </code>
  )
}

export function StatusLine({ status, text }: { status: string; text: string }) {
  return (
    <h4>
      <span class="status">{status}</span> <span safe>{text}</span>
    </h4>
  )
}
