// Renders Markdown of the project's documents as HTML with Bun's parser. HTML in a source is shown as text.
import { escapeText, type Markup, raw } from './markup.ts'

export type ProseOptions = {
  /** Returns the anchor of a heading. */
  readonly anchorOf: (heading: string) => string
  /** Returns the target of a link. null shows only its text. */
  readonly hrefOf: (target: string) => string | null
  /** Renders headings without links to themselves. */
  readonly plainHeadings?: boolean
  /** Omits paragraph elements, for text within a line. */
  readonly inline?: boolean
  /** Called for each heading below the title. */
  readonly onHeading?: (heading: Heading) => void
}

export type Heading = { readonly level: number; readonly anchor: string; readonly text: string }

/** Renders Markdown elements as HTML and escapes the text. */
export function renderProse(markdown: string, options: ProseOptions): Markup {
  const prose = Bun.markdown.render(
    markdown,
    {
      // Also called for HTML in the source, which is shown as text.
      text: escapeText,
      heading: (html, { level }) => renderHeading(html, level, options),
      paragraph: (html) => (options.inline === true ? html : `<p>${html}</p>`),
      blockquote: (html) => `<blockquote>${html}</blockquote>`,
      list: (html, { ordered }) => (ordered ? `<ol>${html}</ol>` : `<ul>${html}</ul>`),
      listItem: (html) => `<li>${html}</li>`,
      // A wide table scrolls separately and can be focused with the keyboard.
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
  return raw(prose)
}

function renderHeading(html: string, level: number, options: ProseOptions): string {
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

/** Returns the text of HTML without its tags. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|amp|#x27);/g, (entity) => entities[entity] ?? entity)

const noLinks = { anchorOf: (heading: string) => heading, hrefOf: () => null }

/** Returns Markdown as text: a line per paragraph, heading, item and row, and only the text of links. */
export const plainProse = (markdown: string): string =>
  linesOf(String(renderProse(markdown, noLinks)))

const linesOf = (html: string): string =>
  textOf(
    html
      .replaceAll('\n', ' ')
      .replaceAll('<li>', '- ')
      .replaceAll(/<\/(?:td|th)>/g, ' ')
      .replaceAll(/<\/(?:h[1-6]|p|li|tr)>/g, '\n'),
  ).trim()

/**
 * `heading` is null for the text before the first heading below the title. `text` is formatted as by `plainProse`,
 * without the headings.
 */
export type ProseSection = { readonly heading: Heading | null; readonly text: string }

/** Returns the sections of a text by heading, with the anchors of its page. */
export function sectionsOf(
  markdown: string,
  anchorOf: ProseOptions['anchorOf'],
): readonly ProseSection[] {
  const headings: Heading[] = []
  const onHeading = (heading: Heading) => headings.push(heading)
  const options = { anchorOf, hrefOf: () => null, plainHeadings: true, onHeading }
  const html = String(renderProse(markdown, options)).replaceAll(/<h1>.*?<\/h1>/gs, '')
  return html
    .split(/<h[2-6] id=.*?<\/h[2-6]>/s)
    .map((text, index) => ({ heading: headings[index - 1] ?? null, text: linesOf(text) }))
}
