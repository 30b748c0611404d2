// The only place that passes HTML to the browser's parser. Text in the markup was escaped when it was created.
import { type Child, htmlOf } from '../../html/markup.ts'

/** Replaces the contents of an element. */
export function showMarkup(element: Element, contents: Child): void {
  element.innerHTML = htmlOf(contents)
}
