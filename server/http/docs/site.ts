// Documentation under /docs: each page as HTML and as Markdown, rendered on first request, and the search across all
// pages.

import { perTerms } from '../../domain/catalog/terms.ts'
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
import {
  EndpointsContents,
  EndpointsPage,
  IndexContents,
  ReferenceIndex,
  type ReferencePage,
  referencePath,
} from '../../pages/reference/reference.tsx'
import type { Reference } from '../../pages/reference/reference-model.ts'
import {
  type EndpointPath,
  endpointPaths,
  referencePages,
} from '../../pages/reference/reference-pages.tsx'
import { referenceOf } from '../openapi/reference.ts'
import type { OpenApiDocument } from '../openapi/types.ts'
import { keep, type Send, sendOnce } from '../responses/kept.ts'
import { prefersMarkdown } from './accept-markdown.ts'
import { entranceMarkdown, foundMarkdown } from './entrance-markdown.ts'
import { catalogMarkdown } from './error-catalog.ts'
import { type ErrorSection, errorSections } from './error-rows.ts'
import { endpointsMarkdown, referenceMarkdown } from './reference-markdown.ts'
import { searchEntries } from './search-entries.ts'
import { wholeText } from './whole-text.ts'

export type DocsSite = {
  /**
   * Sends the named page, or returns null if it does not exist. `''` is the start page, `errors` a guide, and
   * `errors.md` the guide as Markdown.
   */
  readonly send: (name: string, request: Request) => Promise<Response> | null
  readonly sendSearch: (query: string, request: Request) => Promise<Response>
  readonly find: (query: string) => readonly SearchResult[]
  /** Sends all guides and the reference as one text. */
  readonly sendWhole: Send
}

const resultsShown = 20

/** Reads the URLs of the scripts. Rejects when the scripts cannot be built. */
type ReadScripts = () => Promise<Pick<BrowserBundle, 'urls'>>

export function openDocsSite(
  makeOpenApi: () => OpenApiDocument,
  baseUrl: string,
  readScripts: ReadScripts = browserBundle,
): DocsSite {
  // Pages contain prices, so contents are read once per set of terms.
  const parts = perTerms(() => readContents(makeOpenApi(), baseUrl))
  const sendersOf = perTerms(() => new Map<string, Send>())
  const senderOf = (key: string, make: () => Promise<Response>): Send => {
    const senders = sendersOf()
    const known = senders.get(key)
    if (known !== undefined) return known
    const made = keep(make)
    senders.set(key, made)
    return made
  }
  // Pages work without their scripts. A page rendered without them is not cached.
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

/** Scripts by entry, or null if they could not be built. */
type Scripts = BrowserBundle['urls'] | null

type Page = {
  readonly path: string
  readonly html: (scripts: Scripts) => Promise<Response>
  readonly markdown: () => string
}

type SiteContents = {
  /** Pages by the last segment of their path. */
  readonly pages: ReadonlyMap<string, Page>
  readonly sections: readonly DocsSection[]
  readonly search: SearchIndex
  readonly whole: () => string
}

function readContents(document: OpenApiDocument, baseUrl: string): SiteContents {
  const guides = readGuides(baseUrl)
  const changelog = readChangelog(baseUrl)
  const reference = referenceOf(document)
  const errors = errorSections(reference)
  const endpointPages = referencePages(reference)
  const sections = sectionsOf(guides, endpointPages)
  const documents = [
    ...guides.map((guide) =>
      articlePage(withCatalog(guide, errors, endpointPaths(endpointPages)), sections),
    ),
    referenceIndex(reference, endpointPages, sections, baseUrl),
    ...endpointPages.map((page) => endpointsPage(page, sections)),
  ]
  const pages = [
    entrancePage(guides, sections, baseUrl),
    ...documents,
    articlePage({ name: 'changelog', title: 'Changelog', markdown: changelog }, sections),
  ]
  return {
    pages: new Map(pages.map((page) => [page.path.replace(/^\/docs\/?/, ''), page])),
    sections,
    search: createSearchIndex(
      searchEntries({ guides, changelog, reference, pages: endpointPages, errors }),
    ),
    whole: () =>
      wholeText(
        documents.map(({ markdown }) => markdown()),
        baseUrl,
      ),
  }
}

/** Appends every error code to the guide on errors. */
const withCatalog = (
  guide: Guide,
  errors: readonly ErrorSection[],
  endpointPath: EndpointPath,
): Guide =>
  guide.name === 'errors'
    ? {
        ...guide,
        markdown: `${guide.markdown.trimEnd()}\n\n${catalogMarkdown(errors, endpointPath)}\n`,
      }
    : guide

const guidesOf = (guides: readonly Guide[], names: readonly Guide['name'][]): readonly Guide[] =>
  guides.filter(({ name }) => names.includes(name))

const sectionsOf = (
  guides: readonly Guide[],
  endpointPages: readonly ReferencePage[],
): readonly DocsSection[] => [
  ...guideSections.map(({ title, names }) => ({
    title,
    entries: guidesOf(guides, names).map(({ name, title: guide }) => ({
      path: `/docs/${name}`,
      title: guide,
    })),
  })),
  {
    title: 'Changes',
    entries: [{ path: '/docs/changelog', title: 'Changelog' }],
  },
  {
    title: 'Reference',
    entries: [
      { path: referencePath, title: 'API reference' },
      ...endpointPages.map(({ name, title }) => ({ path: `/docs/${name}`, title })),
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

function referenceIndex(
  reference: Reference,
  pages: readonly ReferencePage[],
  sections: readonly DocsSection[],
  baseUrl: string,
): Page {
  const path = referencePath
  return {
    path,
    html: async (scripts) =>
      docsPage({
        ...frameOf(sections, { path, title: 'API reference', scripts }),
        body: ReferenceIndex({ reference, pages }),
        contents: IndexContents({ pages }),
      }),
    markdown: () => referenceMarkdown(reference, pages, baseUrl),
  }
}

function endpointsPage(page: ReferencePage, sections: readonly DocsSection[]): Page {
  const { name, title } = page
  const path = `/docs/${name}`
  return {
    path,
    html: async (scripts) =>
      docsPage({
        ...frameOf(sections, { path, title: `${title}: API`, scripts, script: 'reference' }),
        body: EndpointsPage({ page }),
        contents: EndpointsContents({ page }),
      }),
    markdown: () => endpointsMarkdown(page),
  }
}

type FrameOptions = {
  readonly path: string
  readonly title: string
  readonly scripts: Scripts
  /** Script loaded in addition to the one that every page has. */
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
