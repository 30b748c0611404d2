// Markup is finished HTML, and its type tells it from text. Text is escaped wherever it is put into a page.

/** Finished HTML. Only elements and `raw` make it, so everything that a page shows is escaped or was declared to be HTML. */
class Markup {
  readonly #html: string

  constructor(html: string) {
    this.#html = html
  }

  /** The HTML, for a response or the parser of a browser. Put into a page again it is text, like any other string. */
  toString(): string {
    return this.#html
  }
}

export type { Markup }

/** What may stand between two tags. Text is escaped; `null`, `undefined` and `false` show nothing. */
export type Child = Markup | string | number | null | undefined | false | readonly Child[]

/** HTML that was not made by elements, as it is. test/architecture/markup.test.ts lists every use. */
export const raw = (html: string): Markup => new Markup(html)

export const isMarkup = (value: unknown): value is Markup => value instanceof Markup

/** The HTML of a child, in which text is escaped. */
export function htmlOf(child: Child): string {
  if (typeof child === 'string') return escapeText(child)
  if (child instanceof Markup) return child.toString()
  if (typeof child === 'number') return String(child)
  if (child === undefined || child === null || child === false) return ''
  if (!Array.isArray(child)) throw new TypeError(`An element cannot contain a ${typeof child}.`)
  let html = ''
  for (const one of child) html += htmlOf(one)
  return html
}

const special = /[&<>"']/
const specials = /[&<>"']/g
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

/** Text as HTML, between tags or as an attribute's value in quotes. */
export const escapeText = (text: string): string =>
  special.test(text) ? text.replace(specials, (character) => references[character] ?? '') : text
