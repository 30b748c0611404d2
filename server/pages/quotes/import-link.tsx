// Model from a link: a form below the quote page, and a separate page for its refusals.
import { lengthUnits } from '../../domain/models/format.ts'
import { maxModelBytes } from '../../domain/models/size-limit.ts'
import { Field, type FieldErrors, TextField } from '../../html/form-fields.tsx'
import { Notice } from '../../html/notice.tsx'
import { assetUrl, quoteStyle } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import type { PageLanguage } from '../base/page-language.tsx'
import type { PageVisitor } from '../base/visitor.ts'
import { english, type Words } from '../languages/words.ts'

type LinkEntries = { readonly url: string; readonly units: string }

export type ImportLinkView = LinkEntries & {
  readonly visitor: PageVisitor
  /** Omitted on a page with a refusal, whose sentence is in English. */
  readonly language?: PageLanguage
  readonly status?: number
  /** Why nothing was fetched. */
  readonly refusal?: string
  readonly errors?: FieldErrors
}

export function importLinkPage(view: ImportLinkView): Response {
  const { refusal, errors = {}, status = 200, visitor, language } = view
  const words = language?.words ?? english
  const title = words.text('link.title')
  return pageResponse({
    title: refusal === undefined ? title : words.text('link.titleError'),
    visitor,
    language,
    status,
    stylesheets: [assetUrl(quoteStyle)],
    body: (
      <>
        <h1>{title}</h1>
        {refusal === undefined ? '' : <Notice kind="error" text={refusal} errors={errors} />}
        <AccountNeeded words={words} visitor={visitor} />
        <LinkForm words={words} entries={view} errors={errors} />
        <p class="hint">
          {words.rich('link.choose', { link: (text) => <a href="/quote">{text}</a> })}
        </p>
      </>
    ),
  })
}

type VisitorProps = { readonly words: Words; readonly visitor: PageVisitor }

/** Link at the end of the quote page. */
export function ImportLink({ words, visitor }: VisitorProps) {
  return (
    <section class="panel import-link" aria-labelledby="import-link">
      <h2 id="import-link">{words.text('link.paste')}</h2>
      <AccountNeeded words={words} visitor={visitor} />
      <LinkForm words={words} entries={{ url: '', units: '' }} errors={{}} />
    </section>
  )
}

function AccountNeeded({ words, visitor: { isSignedIn } }: VisitorProps) {
  if (isSignedIn) return ''
  return <p class="muted">{words.text('link.account')}</p>
}

type LinkFormProps = {
  readonly words: Words
  readonly entries: LinkEntries
  readonly errors: FieldErrors
}

function LinkForm({ words, entries, errors }: LinkFormProps) {
  return (
    <form class="link-form" method="post" action="/quote/link">
      <TextField
        name="url"
        label={words.text('link.url')}
        value={entries.url}
        errors={errors}
        hint={words.text('link.urlHint', { size: words.megabytes(maxModelBytes) })}
        input={{
          type: 'url',
          required: true,
          placeholder: 'https://example.com/part.stl',
          maxlength: 800,
          autocomplete: 'off',
        }}
      />
      <Field name="units" id="link-units" label={words.text('quote.units')} errors={errors}>
        {(field) => (
          <select {...field}>
            <option value="" selected={entries.units === ''}>
              {words.text('quote.fromFile')}
            </option>
            {lengthUnits.map((unit) => (
              <option value={unit} selected={unit === entries.units}>
                {unit}
              </option>
            ))}
          </select>
        )}
      </Field>
      <button type="submit" class="quiet">
        {words.text('link.fetch')}
      </button>
    </form>
  )
}
