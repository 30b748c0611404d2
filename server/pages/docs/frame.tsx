// Frame of every documentation page: the search, the page list on the left, and the table of contents on the right.
import type { Markup } from '../../html/markup.ts'
import type { Heading } from '../../html/prose.ts'
import { accountScript, assetUrl, docsStyle } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'

/** A documentation page in the list on the left. */
export type DocsEntry = { readonly path: string; readonly title: string }
export type DocsSection = { readonly title: string; readonly entries: readonly DocsEntry[] }

export type DocsFrame = {
  readonly sections: readonly DocsSection[]
  /** Path of the page. */
  readonly path: string
  /** Path of the page as Markdown. */
  readonly markdownPath: string
  readonly title: string
  readonly body: Markup
  /** Table of contents, for the right column on wide screens. */
  readonly contents?: Markup
  /** Search query. */
  readonly query?: string
  /** URLs of bundled scripts. Empty if they are not built. */
  readonly modules: readonly string[]
}

export function docsPage(frame: DocsFrame): Response {
  const { title, path, markdownPath, modules, sections, body, contents, query = '' } = frame
  return pageResponse({
    title,
    visitor: null,
    isWide: true,
    script: assetUrl(accountScript),
    stylesheets: [assetUrl(docsStyle)],
    modules,
    headers: new Headers({
      link: `<${markdownPath}>; rel="alternate"; type="text/markdown"`,
      vary: 'accept',
    }),
    // The search requests results while the user types, and the reference sends requests.
    isLive: true,
    body: (
      <div class={contents === undefined ? 'docs' : 'docs with-contents'}>
        <div class="docs-side">
          <SearchForm query={query} />
          <Pages sections={sections} path={path} />
        </div>
        <article class="docs-text">
          {body}
          <Neighbors sections={sections} path={path} />
          <p class="hint docs-twin">
            <a href={markdownPath}>This page as Markdown</a>
          </p>
        </article>
        {contents === undefined ? '' : contents}
      </div>
    ),
  })
}

function SearchForm({ query }: { query: string }) {
  return (
    <form class="docs-search" action="/docs/search" method="get">
      <label for="docs-query">Search the documentation</label>
      <input
        id="docs-query"
        type="search"
        name="q"
        value={query}
        autocomplete="off"
        aria-describedby="docs-search-status"
      />
      <p id="docs-search-status" class="visually-hidden" role="status"></p>
      <ul id="docs-results" class="docs-results" hidden></ul>
    </form>
  )
}

/** List of pages, collapsed on small screens. */
function Pages({ sections, path }: Pick<DocsFrame, 'sections' | 'path'>) {
  return (
    <nav class="docs-pages" aria-label="Documentation">
      <details>
        <summary>All pages</summary>
        <PageList sections={sections} path={path} />
      </details>
      <div class="docs-list">
        <PageList sections={sections} path={path} />
      </div>
    </nav>
  )
}

function PageList({ sections, path: own }: Pick<DocsFrame, 'sections' | 'path'>) {
  return (
    <>
      {sections.map(({ title, entries }) => (
        <>
          <p class="group">{title}</p>
          <ul>
            {entries.map(({ path, title: name }) => (
              <li>
                <a href={path} aria-current={path === own ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      ))}
    </>
  )
}

export function OnThisPage({ headings }: { headings: readonly Heading[] }) {
  return (
    <nav class="docs-contents" aria-label="On this page">
      <p class="group">On this page</p>
      <ul>
        {headings.map(({ anchor, text }) => (
          <li>
            <a href={`#${anchor}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Links to the previous and next pages. */
function Neighbors({ sections, path }: Pick<DocsFrame, 'sections' | 'path'>) {
  const entries = sections.flatMap((section) => section.entries)
  const place = entries.findIndex((entry) => entry.path === path)
  if (place < 0) return ''
  const [before, after] = [entries[place - 1], entries[place + 1]]
  return (
    <nav class="docs-neighbors" aria-label="Neighboring pages">
      {before === undefined ? <span></span> : <Neighbor entry={before} label="Previous" />}
      {after === undefined ? '' : <Neighbor entry={after} label="Next" />}
    </nav>
  )
}

function Neighbor({ entry, label }: { entry: DocsEntry; label: string }) {
  return (
    <a href={entry.path} class={label.toLowerCase()}>
      <span>{label}</span>
      <strong>{entry.title}</strong>
    </a>
  )
}
