// The model of a link to the quote page, where it is not known that a person opened the link: nothing is fetched before the button.
import type { QuoteView } from './view.ts'

export function FetchLink({ model, fields }: NonNullable<QuoteView['link']>) {
  return (
    <form
      class="panel link-form"
      method="post"
      action="/quote"
      enctype="multipart/form-data"
      aria-labelledby="fetch-link"
    >
      <h2 id="fetch-link">The model of this link</h2>
      <p class="muted">{model}</p>
      <input type="hidden" name="model" value={model} />
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit">Fetch the model and show its price</button>
    </form>
  )
}
