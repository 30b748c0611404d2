// The routes of the documentation.
import type { SearchResult } from '../../pages/docs/search-index.ts'
import { page, type Received } from '../middleware/route.ts'
import { notFound } from '../responses/fallback-responses.ts'
import { sendOnce } from '../responses/kept.ts'
import type { DocsSite } from './site.ts'

export type DocsSiteContext = { readonly docsSite: DocsSite }

/** Longer queries are cut. */
const maxQueryCharacters = 200

const sendPage =
  (nameOf: (received: Received) => string) =>
  ({ docsSite }: DocsSiteContext, received: Received): Response | Promise<Response> =>
    docsSite.send(nameOf(received), received.request) ?? notFound(received.request)

function sendSearch({ docsSite }: DocsSiteContext, { request, query }: Received) {
  return docsSite.sendSearch(queryOf(query), request)
}

function sendResults({ docsSite }: DocsSiteContext, { request, query }: Received) {
  const results: readonly SearchResult[] = docsSite.find(queryOf(query))
  return sendOnce(request, Response.json({ results }))
}

const queryOf = (query: Received['query']): string =>
  (query['q'] ?? '').slice(0, maxQueryCharacters)

export const docsPages = [
  page(
    'GET',
    '/docs',
    sendPage(() => ''),
  ),
  page('GET', '/docs/search', sendSearch),
  page('GET', '/docs/search.json', sendResults),
  page(
    'GET',
    '/docs/:page',
    sendPage(({ params }) => params['page'] ?? ''),
  ),
]
