// Linked model on the quote page, if it is not certain that a user opened the link. Nothing is fetched until the button
// is pressed.
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
