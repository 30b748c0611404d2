// Markdown of our own documents as HTML, by the parser of Bun. HTML in a source is shown as text.
import { escapeText, type Markup, raw } from './markup.ts'

export type ProseOptions = {
  /** The anchor of a heading, from its words. */
  readonly anchorOf: (heading: string) => string
  /** Where a link leads; null = only its words are shown. */
  readonly hrefOf: (target: string) => string | null
  /** Headings do not link to themselves. */
  readonly plainHeadings?: boolean
  /** Leaves out the elements of paragraphs, for text within a line. */
  readonly inline?: boolean
  /** Called for each heading below the title. */
  readonly onHeading?: (heading: Heading) => void
}

export type Heading = { readonly level: number; readonly anchor: string; readonly text: string }

/** Text of the source is escaped here; Markdown's elements become those of HTML. */
export function renderProse(markdown: string, options: ProseOptions): Markup {
  const html = Bun.markdown.render(
    markdown,
    {
      // Also called for HTML in the source, which is text here.
      text: escapeText,
      heading: (html, { level }) => heading(html, level, options),
      paragraph: (html) => (options.inline === true ? html : `<p>${html}</p>`),
      blockquote: (html) => `<blockquote>${html}</blockquote>`,
      list: (html, { ordered }) => (ordered ? `<ol>${html}</ol>` : `<ul>${html}</ul>`),
      listItem: (html) => `<li>${html}</li>`,
      // A wide table scrolls by itself; the keyboard can reach it.
      table: (html) => `<div class="scroll" tabindex="0"><table>${html}</table></div>`,
      thead: (html) => `<thead>${html}</thead>`,
      tbody: (html) => `<tbody>${html}</tbody>`,
      tr: (html) => `<tr>${html}</tr>`,
      th: (html) => `<th scope="col">${html}</th>`,
      td: (html) => `<td>${html}</td>`,
      strong: (html) => `<strong>${html}</strong>`,
      emphasis: (html) => `<em>${html}</em>`,
      codespan: (html) => `<code>${html}</code>`,
      link: (html, { href }) => {
        const target = options.hrefOf(href)
        return target === null ? html : `<a href="${escapeText(target)}">${html}</a>`
      },
    },
    { noIndentedCodeBlocks: true },
  )
  return raw(html)
}

function heading(html: string, level: number, options: ProseOptions): string {
  const { anchorOf, onHeading, plainHeadings = false } = options
  if (level === 1) return `<h1>${html}</h1>`
  const text = textOf(html)
  const anchor = anchorOf(text)
  onHeading?.({ level, anchor, text })
  const id = escapeText(anchor)
  if (plainHeadings) return `<h${level} id="${id}">${html}</h${level}>`
  return `<h${level} id="${id}"><a class="anchor" href="#${id}">${html}</a></h${level}>`
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
}

/** HTML without its marks. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|amp|#x27);/g, (entity) => entities[entity] ?? entity)

/** Markdown as text: a line for each paragraph, heading and item, and of links the words. */
export const plainProse = (markdown: string): string =>
  textOf(
    String(renderProse(markdown, { anchorOf: (heading) => heading, hrefOf: () => null }))
      .replaceAll('\n', ' ')
      .replaceAll('<li>', '- ')
      .replaceAll(/<\/(?:h[1-6]|p|li)>/g, '\n'),
  ).trim()
