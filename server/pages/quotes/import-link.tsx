// Model from a link: a form below the quote page, and a separate page for its refusals.
import { lengthUnits } from '../../domain/models/format.ts'
import { maxModelText } from '../../domain/models/size-limit.ts'
import { Field, type FieldErrors, TextField } from '../../html/form-fields.tsx'
import { Notice } from '../../html/notice.tsx'
import { assetUrl, quoteStyle } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import type { PageVisitor } from '../base/visitor.ts'

type LinkEntries = { readonly url: string; readonly units: string }

export type ImportLinkView = LinkEntries & {
  readonly visitor: PageVisitor
  readonly status?: number
  /** Why nothing was fetched. */
  readonly refusal?: string
  readonly errors?: FieldErrors
}

export function importLinkPage(view: ImportLinkView): Response {
  const { refusal, errors = {}, status = 200, visitor } = view
  const title = 'Fetch a model from a link'
  return pageResponse({
    title: refusal === undefined ? title : `Error: ${title}`,
    visitor,
    status,
    stylesheets: [assetUrl(quoteStyle)],
    body: (
      <>
        <h1>{title}</h1>
        {refusal === undefined ? '' : <Notice kind="error" text={refusal} errors={errors} />}
        <AccountNeeded visitor={visitor} />
        <LinkForm entries={view} errors={errors} />
        <p class="hint">
          Or <a href="/quote">choose a file</a>.
        </p>
      </>
    ),
  })
}

/** Link at the end of the quote page. */
export function ImportLink({ visitor }: { visitor: PageVisitor }) {
  return (
    <section class="panel import-link" aria-labelledby="import-link">
      <h2 id="import-link">Or paste a link to a model</h2>
      <AccountNeeded visitor={visitor} />
      <LinkForm entries={{ url: '', units: '' }} errors={{}} />
    </section>
  )
}

function AccountNeeded({ visitor: { isSignedIn } }: { visitor: PageVisitor }) {
  if (isSignedIn) return ''
  return (
    <p class="muted">
      This needs an account, because the model is kept there: you sign in or sign up first, and your
      link is kept meanwhile.
    </p>
  )
}

function LinkForm({ entries, errors }: { entries: LinkEntries; errors: FieldErrors }) {
  return (
    <form class="link-form" method="post" action="/quote/link">
      <TextField
        name="url"
        label="Public link"
        value={entries.url}
        errors={errors}
        hint={`A direct https link to an STL, 3MF, OBJ or GLB file, up to ${maxModelText}.`}
        input={{
          type: 'url',
          required: true,
          placeholder: 'https://example.com/part.stl',
          maxlength: 800,
          autocomplete: 'off',
        }}
      />
      <Field name="units" id="link-units" label="Units" errors={errors}>
        {(field) => (
          <select {...field}>
            <option value="" selected={entries.units === ''}>
              from file
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
        Fetch the model
      </button>
    </form>
  )
}
