// The only place where the parser of the browser gets HTML; text in it was escaped when it was made.
import { type Child, htmlOf } from '../../html/markup.ts'

/** Replaces the contents of an element. */
export function showMarkup(element: Element, contents: Child): void {
  element.innerHTML = htmlOf(contents)
}
