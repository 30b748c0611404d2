// What the search of the documentation finds: each section of a guide, each rule of prices, each endpoint, each version.

import { renderProse, textOf } from '../../html/prose.ts'
import { createAnchors } from '../../pages/docs/anchors.ts'
import type { Guide } from '../../pages/docs/guides.ts'
import { partsOf } from '../../pages/docs/parts.ts'
import type { SearchEntry } from '../../pages/docs/search-index.ts'
import { priceRules } from '../../pages/reference/prices.tsx'
import type { Endpoint, Reference } from '../../pages/reference/reference-model.ts'
import { catalogEntries } from './error-catalog.ts'
import type { ErrorSection } from './error-rows.ts'

type Sources = {
  readonly guides: readonly Guide[]
  readonly changelog: string
  readonly reference: Reference
  readonly errors: readonly ErrorSection[]
}

/** Endpoints are many, and the changelog repeats everything: guides come first. */
const endpointWeight = 0.7
const changelogWeight = 0.3

export const searchEntries = ({
  guides,
  changelog,
  reference,
  errors,
}: Sources): readonly SearchEntry[] => [
  ...guides.flatMap(({ name, title, markdown }) =>
    sectionsOf(markdown, { page: title, path: `/docs/${name}`, weight: 1 }),
  ),
  ...catalogEntries(errors, 'Errors and retries'),
  ...priceRules.map(({ id, title, text }) => ({
    title: `Prices: ${title}`,
    page: reference.title,
    path: `/docs/reference#${id}`,
    text: text.replaceAll('`', ''),
    weight: 1,
  })),
  ...reference.sections.flatMap(({ endpoints }) =>
    endpoints.map((endpoint) => endpointEntry(endpoint, reference.title)),
  ),
  ...sectionsOf(changelog, { page: 'Changelog', path: '/docs/changelog', weight: changelogWeight }),
]

function endpointEntry(endpoint: Endpoint, page: string): SearchEntry {
  const { id, method, path, summary, description, parameters, bodies, refusals } = endpoint
  const fields = [...parameters, ...bodies.flatMap((body) => body.fields)]
  return {
    title: `${summary} (${method} ${path})`,
    page,
    path: `/docs/reference#${id}`,
    text: [
      description.replaceAll('`', ''),
      ...fields.map(({ name, text }) => `${name}: ${text}`),
      ...refusals.map(({ status, sentence }) => `${status} ${sentence}`),
    ].join('\n'),
    weight: endpointWeight,
  }
}

/** Each heading with the text below it; the title of the document with its introduction. */
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

/** Prose that begins with a heading, or continues below the last one. */
function addPiece(sections: Section[], piece: string, add: (text: string) => void): void {
  const [line = '', heading] = /^#{1,6} (.+)/.exec(piece) ?? []
  if (heading === undefined) {
    add(plain(piece))
  } else {
    sections.push({ heading: plain(heading), text: plain(piece.slice(line.length)) })
  }
}

const noLinks = { anchorOf: (heading: string) => heading, hrefOf: () => null }

const plain = (markdown: string): string =>
  textOf(String(renderProse(markdown, noLinks)).replaceAll(/<\/(?:p|li|td|th|tr)>/g, ' ')).trim()
