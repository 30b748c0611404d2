// Markdown document as the body of a page: prose, samples in tabs, and code blocks with a copy button.
import type { Markup } from '../../html/markup.ts'
import { type Heading, renderProse } from '../../html/prose.ts'
import { createAnchors } from './anchors.ts'
import { highlight } from './highlight.tsx'
import { type GuidePart, partsOf, type Sample, sampleLanguages } from './parts.ts'

export type Article = {
  readonly body: Markup
  /** Headings below the title, for the table of contents. */
  readonly headings: readonly Heading[]
}

/** Renders the document. `hrefOf` returns the target of a link in the document, or null if it is not on this site. */
export function articleOf(markdown: string, hrefOf: (target: string) => string | null): Article {
  const anchorOf = createAnchors()
  const headings: Heading[] = []
  const onHeading = (heading: Heading) => void headings.push(heading)
  // Rendered in advance, because the headings are read before the parts are shown.
  const parts = partsOf(markdown).map((part, index) =>
    part.kind === 'prose'
      ? renderProse(part.text, { anchorOf, hrefOf, onHeading })
      : Block({ part, id: `code-${index}` }),
  )
  return { body: <>{parts.map((part, index) => [index > 0 && '\n', part])}</>, headings }
}

/**
 * Returns the target of a link between documents: `errors.md#x` becomes /docs/errors#x. Returns null for files of the
 * repository.
 */
export function siteLink(target: string): string | null {
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? []
  if (name !== undefined) return `/docs/${name}${anchor}`
  return /^(https?:\/\/|\/(?!\/)|#)/.test(target) ? target : null
}

type BlockPart = Exclude<GuidePart, { kind: 'prose' }>

function Block({ part, id }: { part: BlockPart; id: string }) {
  if (part.kind === 'samples') return <Samples samples={part.samples} id={id} />
  return (
    <figure class="code">
      {part.isOutput ? <figcaption>Response</figcaption> : ''}
      <Code id={part.isOutput ? null : id} language={part.language} code={part.code} />
    </figure>
  )
}

/** Samples in several languages. Without JavaScript, the language is selected for each group separately. */
function Samples({ samples, id }: { samples: readonly Sample[]; id: string }) {
  const [first, ...others] = samples
  if (first === undefined) return ''
  if (others.length === 0) return <Code id={id} language={first.language} code={first.code} />
  return (
    <fieldset class="tabs">
      <legend class="visually-hidden">Language of the sample</legend>
      {samples.map(({ language }, index) => (
        <label class="tab">
          <input type="radio" name={id} value={language} checked={index === 0} data-language />
          <span>{sampleLanguages[language]}</span>
        </label>
      ))}
      {samples.map(({ language, code }) => (
        <div class="tab-panel">
          <Code id={`${id}-${language}`} language={language} code={code} />
        </div>
      ))}
    </fieldset>
  )
}

type CodeProps = { readonly id: string | null; readonly language: string; readonly code: string }

/**
 * Code block. With an id, it has a copy button, which browser/accounts/account.ts shows, as in
 * base/command-to-copy.tsx.
 */
function Code({ id, language, code }: CodeProps) {
  if (id === null) {
    return (
      <pre tabindex="0">
        <code>{highlight(code, language)}</code>
      </pre>
    )
  }
  return (
    <div class="shell">
      <pre tabindex="0">
        <code id={id}>{highlight(code, language)}</code>
      </pre>
      <button type="button" class="quiet" data-copy={id} hidden>
        Copy
      </button>
    </div>
  )
}
