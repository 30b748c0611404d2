// The documentation under /docs: each page as HTML and as Markdown, made at its first request, and the search over all of them.

import { renderProse, textOf } from '../../html/prose.ts'
import { type BrowserBundle, browserBundle } from '../../pages/assets/browser-bundle.ts'
import { articleOf, siteLink } from '../../pages/docs/article.tsx'
import { Entrance } from '../../pages/docs/entrance.tsx'
import { type DocsSection, docsPage, OnThisPage } from '../../pages/docs/frame.tsx'
import { type Guide, guideSections, readChangelog, readGuides } from '../../pages/docs/guides.ts'
import {
  createSearchIndex,
  type SearchIndex,
  type SearchResult,
} from '../../pages/docs/search-index.ts'
import { SearchResults } from '../../pages/docs/search-page.tsx'
import { Endpoints, ReferenceBody } from '../../pages/reference/reference.tsx'
import type { Reference } from '../../pages/reference/reference-model.ts'
import { referenceOf } from '../openapi/reference.ts'
import type { OpenApiDocument } from '../openapi/types.ts'
import { keep, type Send, sendOnce } from '../responses/kept.ts'
import { prefersMarkdown } from './accept-markdown.ts'
import { entranceMarkdown, foundMarkdown } from './entrance-markdown.ts'
import { catalogMarkdown } from './error-catalog.ts'
import { type ErrorSection, errorSections } from './error-rows.ts'
import { referenceMarkdown } from './reference-markdown.ts'
import { searchEntries } from './search-entries.ts'
import { wholeText } from './whole-text.ts'

export type DocsSite = {
  /** Sends the page of a name: `''` is the entrance, `errors` a guide, `errors.md` the guide as Markdown. null = there is no such page. */
  readonly send: (name: string, request: Request) => Promise<Response> | null
  readonly sendSearch: (query: string, request: Request) => Promise<Response>
  readonly find: (query: string) => readonly SearchResult[]
  /** Every guide and the reference as one text. */
  readonly sendWhole: Send
}

const resultsShown = 20

/** The addresses of the scripts. Rejects when they cannot be built. */
type ReadScripts = () => Promise<Pick<BrowserBundle, 'urls'>>

export function openDocsSite(
  makeOpenApi: () => OpenApiDocument,
  baseUrl: string,
  readScripts: ReadScripts = browserBundle,
): DocsSite {
  const parts = lazy(() => readContents(makeOpenApi(), baseUrl))
  const senders = new Map<string, Send>()
  const senderOf = (key: string, make: () => Promise<Response>): Send => {
    const known = senders.get(key)
    if (known !== undefined) return known
    const made = keep(make)
    senders.set(key, made)
    return made
  }
  // The pages are complete without their scripts. A page that was made without them is not cached.
  const scripts = (): Promise<Scripts> =>
    readScripts().then(
      ({ urls }) => urls,
      () => null,
    )
  const sendPage = async (page: Page, request: Request): Promise<Response> => {
    const bundle = await scripts()
    return bundle === null
      ? sendOnce(request, await page.html(null))
      : senderOf(page.path, () => page.html(bundle))(request)
  }
  const find = (query: string) => parts().search(query, resultsShown)
  return {
    find,
    sendWhole: keep(() => plainText(parts().whole())),
    send: (name, request) => {
      const [, plain = name] = /^(.+)\.md$/.exec(name) ?? []
      const page = parts().pages.get(plain === 'index' ? '' : plain)
      if (page === undefined || name === 'index') return null
      return plain !== name || prefersMarkdown(request.headers.get('accept'))
        ? senderOf(`${page.path}.md`, async () => markdownResponse(page.markdown()))(request)
        : sendPage(page, request)
    },
    sendSearch: async (query, request) => {
      const view = { query, results: find(query) }
      return sendOnce(
        request,
        prefersMarkdown(request.headers.get('accept'))
          ? markdownResponse(foundMarkdown(view, baseUrl))
          : docsPage({
              ...frameOf(parts().sections, {
                path: '/docs/search',
                title: 'Search',
                scripts: await scripts(),
              }),
              body: SearchResults(view),
              query,
            }),
      )
    },
  }
}

/** Scripts by entry. null = they could not be built. */
type Scripts = BrowserBundle['urls'] | null

type Page = {
  readonly path: string
  readonly html: (scripts: Scripts) => Promise<Response>
  readonly markdown: () => string
}

type SiteContents = {
  /** The pages by the last part of their path. */
  readonly pages: ReadonlyMap<string, Page>
  readonly sections: readonly DocsSection[]
  readonly search: SearchIndex
  readonly whole: () => string
}

function readContents(document: OpenApiDocument, baseUrl: string): SiteContents {
  const guides = readGuides(baseUrl)
  const changelog = readChangelog()
  const reference = referenceOf(document)
  const errors = errorSections(reference)
  const sections = sectionsOf(guides)
  const documents = [
    ...guides.map((guide) => articlePage(withCatalog(guide, errors), sections)),
    referencePage(reference, sections, baseUrl),
  ]
  const pages = [
    entrancePage(guides, sections, baseUrl),
    ...documents,
    articlePage({ name: 'changelog', title: 'Changelog', markdown: changelog }, sections),
  ]
  return {
    pages: new Map(pages.map((page) => [page.path.replace(/^\/docs\/?/, ''), page])),
    sections,
    search: createSearchIndex(searchEntries({ guides, changelog, reference, errors })),
    whole: () =>
      wholeText(
        documents.map(({ markdown }) => markdown()),
        baseUrl,
      ),
  }
}

/** The guide on errors ends with every code. */
const withCatalog = (guide: Guide, errors: readonly ErrorSection[]): Guide =>
  guide.name === 'errors'
    ? { ...guide, markdown: `${guide.markdown.trimEnd()}\n\n${catalogMarkdown(errors)}\n` }
    : guide

const guidesOf = (guides: readonly Guide[], names: readonly Guide['name'][]): readonly Guide[] =>
  guides.filter(({ name }) => names.includes(name))

const sectionsOf = (guides: readonly Guide[]): readonly DocsSection[] => [
  ...guideSections.map(({ title, names }) => ({
    title,
    entries: guidesOf(guides, names).map(({ name, title: guide }) => ({
      path: `/docs/${name}`,
      title: guide,
    })),
  })),
  {
    title: 'Reference',
    entries: [
      { path: '/docs/reference', title: 'API reference' },
      { path: '/docs/changelog', title: 'Changelog' },
    ],
  },
]

function entrancePage(
  guides: readonly Guide[],
  sections: readonly DocsSection[],
  baseUrl: string,
): Page {
  const options = { anchorOf: (heading: string) => heading, hrefOf: siteLink, inline: true }
  const groups = guideSections.map(({ title, names }) => ({
    title,
    guides: guidesOf(guides, names).map(({ name, title: guide, summary }) => ({
      name,
      title: guide,
      summary: renderProse(summary, options),
    })),
  }))
  const path = '/docs'
  return {
    path,
    html: async (scripts) =>
      docsPage({
        ...frameOf(sections, { path, title: 'Documentation', scripts }),
        body: Entrance({ baseUrl, sections: groups }),
      }),
    markdown: () => entranceMarkdown(guides, baseUrl),
  }
}

function articlePage(
  {
    name,
    title,
    markdown,
  }: { readonly name: string; readonly title: string; readonly markdown: string },
  sections: readonly DocsSection[],
): Page {
  const path = `/docs/${name}`
  return {
    path,
    html: async (scripts) => {
      const { body, headings } = articleOf(markdown, siteLink)
      const shown = headings.filter(({ level }) => level === 2)
      return docsPage({
        ...frameOf(sections, { path, title: textOf(title), scripts }),
        body,
        ...(shown.length > 1 && { contents: OnThisPage({ headings: shown }) }),
      })
    },
    markdown: () => markdown,
  }
}

function referencePage(
  reference: Reference,
  sections: readonly DocsSection[],
  baseUrl: string,
): Page {
  const path = '/docs/reference'
  return {
    path,
    html: async (scripts) =>
      docsPage({
        ...frameOf(sections, { path, title: 'API reference', scripts, script: 'reference' }),
        body: ReferenceBody({ reference }),
        contents: Endpoints({ reference }),
      }),
    markdown: () => referenceMarkdown(reference, baseUrl),
  }
}

type FrameOptions = {
  readonly path: string
  readonly title: string
  readonly scripts: Scripts
  /** In addition to the script of every page. */
  readonly script?: 'reference'
}

function frameOf(sections: readonly DocsSection[], { path, title, scripts, script }: FrameOptions) {
  const modules = scripts === null ? [] : [scripts.docs, ...(script ? [scripts[script]] : [])]
  const markdownPath = path === '/docs' ? '/docs/index.md' : `${path}.md`
  return { sections, path, markdownPath, title, modules }
}

const plainText = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })

const markdownResponse = (markdown: string): Response =>
  new Response(markdown, {
    headers: { 'content-type': 'text/markdown; charset=utf-8', vary: 'accept' },
  })

/** The value is made at the first call. */
function lazy<T>(make: () => T): () => T {
  let first: { readonly result: T } | null = null
  return () => {
    first ??= { result: make() }
    return first.result
  }
}
