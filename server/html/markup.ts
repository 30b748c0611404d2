// Markup is finished HTML, with a type that distinguishes it from text. Text is escaped wherever it is inserted into a
// page.

/**
 * Finished HTML. Only elements and `raw` create it, so everything that a page shows is either escaped or declared as
 * HTML.
 */
class Markup {
  readonly #html: string

  constructor(html: string) {
    this.#html = html
  }

  /** Returns the HTML, for a response or a browser's parser. Inserted into a page, the string is treated as text. */
  toString(): string {
    return this.#html
  }
}

export type { Markup }

/** Content between two tags. Text is escaped. `null`, `undefined` and `false` render nothing. */
export type Child = Markup | string | number | null | undefined | false | readonly Child[]

/** Wraps HTML from other sources without escaping it. test/architecture/markup.test.ts lists every use. */
export const raw = (html: string): Markup => new Markup(html)

export const isMarkup = (value: unknown): value is Markup => value instanceof Markup

/** Returns the HTML of a child, with escaped text. */
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

/** Escapes text for use between tags or in a quoted attribute value. */
export const escapeText = (text: string): string =>
  special.test(text) ? text.replace(specials, (character) => references[character] ?? '') : text
