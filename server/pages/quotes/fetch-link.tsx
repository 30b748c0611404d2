// Linked model on the quote page, if it is not certain that a user opened the link. Nothing is fetched until the button
// is pressed.
import type { Words } from '../languages/words.ts'
import type { QuoteView } from './view.ts'

type FetchLinkProps = NonNullable<QuoteView['link']> & { readonly words: Words }

export function FetchLink({ words, model, fields }: FetchLinkProps) {
  return (
    <form
      class="panel link-form"
      method="post"
      action="/quote"
      enctype="multipart/form-data"
      aria-labelledby="fetch-link"
    >
      <h2 id="fetch-link">{words.text('link.ofLink')}</h2>
      <p class="muted">{model}</p>
      <input type="hidden" name="model" value={model} />
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit">{words.text('link.fetchPrice')}</button>
    </form>
  )
}
