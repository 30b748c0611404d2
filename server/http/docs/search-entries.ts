// Entries of the documentation search: each guide section, price rule, endpoint and version.

import { renderProse, textOf } from '../../html/prose.ts'
import { createAnchors } from '../../pages/docs/anchors.ts'
import type { Guide } from '../../pages/docs/guides.ts'
import { partsOf } from '../../pages/docs/parts.ts'
import type { SearchEntry } from '../../pages/docs/search-index.ts'
import { priceRules } from '../../pages/reference/prices.tsx'
import type { ReferencePage } from '../../pages/reference/reference.tsx'
import type { Endpoint, Reference } from '../../pages/reference/reference-model.ts'
import { helpPassages } from '../../pages/support/help-passages.ts'
import { audiences } from '../contract/contract.ts'
import { catalogEntries } from './error-catalog.ts'
import type { ErrorSection } from './error-rows.ts'

type Sources = {
  readonly guides: readonly Guide[]
  readonly changelog: string
  readonly reference: Reference
  readonly pages: readonly ReferencePage[]
  readonly errors: readonly ErrorSection[]
}

/** Guides rank first, because endpoints are numerous and the changelog repeats everything. */
const endpointWeight = 0.5
const changelogWeight = 0.3
/** Endpoints of operators and of the farm's machines come after those of customers. */
const staffWeight = 0.3

/** Words that readers search for and the sections do not contain, by address. */
export const sectionKeywords: Readonly<Record<string, string>> = {
  '/docs/first-order': 'quickstart getting started tutorial introduction begin',
  '/docs/first-order#choose-a-client': 'sdk library package download install',
  '/docs/first-order#on-the-command-line': 'exit status return code terminal shell cli',
  '/docs/first-order#if-the-price-changed': 'higher price increase budget cap limit',
  '/docs/errors#when-you-ask-for-help': 'request log history my own calls debug',
  '/docs/follow-orders': 'polling notification tracking webhook callback',
  '/docs/generated-clients': 'sdk library openapi swagger codegen',
  '/docs/going-live#put-your-logo-on-packing-slips': 'own logo brand branding white label',
  '/docs/going-live#what-the-service-does-not-do':
    'cancellation several parts parcels combine different multiple items cart bundle paging pagination',
  '/docs/limits#requests': 'bulk price prices batch catalog many models',
  '/docs/quote-then-order': 'reorder order again fixed price hold guarantee',
}

export const searchEntries = ({
  guides,
  changelog,
  reference,
  pages,
  errors,
}: Sources): readonly SearchEntry[] => [
  ...guides.flatMap(({ name, title, markdown }) =>
    sectionsOf(markdown, { page: title, path: `/docs/${name}`, weight: 1 }).map((section) => ({
      ...section,
      keywords: sectionKeywords[section.path] ?? '',
    })),
  ),
  ...helpPassages().map(({ title, path, text, keywords }) => ({
    title,
    path,
    text,
    keywords,
    page: 'Help',
    weight: 1,
  })),
  ...catalogEntries(errors, 'Errors and retries'),
  ...priceRules().map(({ id, title, text }) => ({
    title: `Prices: ${title}`,
    page: reference.title,
    path: `/docs/reference#${id}`,
    text: text.replaceAll('`', ''),
    weight: 1,
  })),
  ...pages.flatMap((page) => page.endpoints.map((endpoint) => endpointEntry(endpoint, page))),
  ...sectionsOf(changelog, { page: 'Changelog', path: '/docs/changelog', weight: changelogWeight }),
]

function endpointEntry(endpoint: Endpoint, page: ReferencePage): SearchEntry {
  const { id, method, path, summary, description, parameters, bodies, refusals } = endpoint
  const fields = [...parameters, ...bodies.flatMap((body) => body.fields)]
  return {
    title: `${summary} (${method} ${path})`,
    page: page.title,
    path: `/docs/${page.name}#${id}`,
    text: [
      description.replaceAll('`', ''),
      ...fields.map(({ name, text }) => `${name}: ${text}`),
      ...refusals.map(({ status, sentence }) => `${status} ${sentence}`),
    ].join('\n'),
    weight: page.audience === audiences.Orders ? endpointWeight : staffWeight,
  }
}

/** Returns each heading with the text below it, and the document's title with its introduction. */
function sectionsOf(
  markdown: string,
  { page, path, weight }: Pick<SearchEntry, 'page' | 'path' | 'weight'>,
): readonly SearchEntry[] {
  const anchorOf = createAnchors()
  return partsOfSections(markdown).map(({ heading, text }, index) => ({
    title: index === 0 ? page : heading,
    page,
    path: index === 0 ? path : `${path}#${anchorOf(heading)}`,
    text,
    weight,
  }))
}

type Section = { readonly heading: string; readonly text: string }

function partsOfSections(markdown: string): readonly Section[] {
  const sections: Section[] = []
  const add = (text: string) => {
    const last = sections.pop()
    if (last !== undefined) sections.push({ ...last, text: `${last.text}\n${text}` })
  }
  for (const part of partsOf(markdown)) {
    if (part.kind === 'code') {
      add(part.code)
    } else if (part.kind === 'samples') {
      add(part.samples.map(({ code }) => code).join('\n'))
    } else {
      for (const piece of part.text.split(/^(?=#{1,6} )/m)) addPiece(sections, piece, add)
    }
  }
  return sections
}

/** Adds a piece of text that begins with a heading or continues the last section. */
function addPiece(sections: Section[], piece: string, add: (text: string) => void): void {
  const [line = '', heading] = /^#{1,6} (.+)/.exec(piece) ?? []
  if (heading === undefined) {
    add(toPlainText(piece))
  } else {
    sections.push({ heading: toPlainText(heading), text: toPlainText(piece.slice(line.length)) })
  }
}

const noLinks = { anchorOf: (heading: string) => heading, hrefOf: () => null }

const toPlainText = (markdown: string): string =>
  textOf(String(renderProse(markdown, noLinks)).replaceAll(/<\/(?:p|li|td|th|tr)>/g, ' ')).trim()
