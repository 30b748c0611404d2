// Publishes a model of the account in the gallery, or leads to its entry.
import { cutText } from '../../domain/base/text/text.ts'
import type { GalleryEntry } from '../../domain/gallery/ports.ts'
import { maxTitleCharacters } from '../../domain/gallery/publish.ts'
import { type FieldErrors, TextField } from '../../html/form-fields.tsx'
import { WithdrawForm, withdrawEffect } from '../base/withdraw-form.tsx'

type PublishProps = {
  readonly id: string
  readonly name: string
  readonly entry: GalleryEntry | null
  /** Whether the model can be printed, which is required for publishing. */
  readonly isPrintable: boolean
  readonly form?: { readonly title: string; readonly errors: FieldErrors }
}

export function PublishPanel({ id, name, entry, isPrintable, form }: PublishProps) {
  if (entry !== null) return <Published entry={entry} />
  if (!isPrintable) return ''
  return (
    <section class="panel narrow" aria-labelledby="publish">
      <h2 id="publish">Share it in the gallery</h2>
      <p>
        Everyone can see, download and order a published model. Your address is not shown, and you
        can withdraw it at any time.
      </p>
      <form method="post" action={`/models/${id}/publish`}>
        <TextField
          name="title"
          label="Title"
          value={form?.title ?? cutText(name, maxTitleCharacters)}
          errors={form?.errors ?? {}}
          input={{ required: true, maxlength: maxTitleCharacters, autocomplete: 'off' }}
        />
        <button type="submit" class="quiet">
          Publish in the gallery
        </button>
      </form>
    </section>
  )
}

function Published({ entry: { id, title } }: { entry: GalleryEntry }) {
  return (
    <section class="panel narrow" aria-labelledby="publish">
      <h2 id="publish">In the gallery</h2>
      <p>
        Published as <a href={`/gallery/${id}`}>{title}</a>. {withdrawEffect}
      </p>
      <WithdrawForm id={id} />
    </section>
  )
}
