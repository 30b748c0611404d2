// Routes of the documentation.
import type { SearchResult } from '../../pages/docs/search-index.ts'
import { page } from '../middleware/page.ts'
import { everyone } from '../middleware/page-access.ts'
import type { Input } from '../middleware/route.ts'
import { notFound } from '../responses/fallback-responses.ts'
import { sendOnce } from '../responses/kept.ts'
import type { DocsSite } from './site.ts'

export type DocsSiteContext = { readonly docsSite: DocsSite }

/** Longer queries are truncated. */
const maxQueryCharacters = 200

/** Guides that were renamed. */
const renamed: Readonly<Record<string, string>> = { webhooks: 'follow-orders' }

const sendPage = (
  { docsSite }: DocsSiteContext,
  request: Request,
  name: string,
): Response | Promise<Response> =>
  docsSite.send(name, request) ?? movedPage(name) ?? notFound(request)

function movedPage(name: string): Response | null {
  const [, plain = '', extension = ''] = /^([\w-]+)(\.md)?$/.exec(name) ?? []
  if (!Object.hasOwn(renamed, plain)) return null
  return new Response(null, {
    status: 301,
    headers: { location: `/docs/${renamed[plain]}${extension}` },
  })
}

function sendSearch({ docsSite }: DocsSiteContext, { request, query }: Input<null>) {
  return docsSite.sendSearch(queryOf(query), request)
}

function sendResults({ docsSite }: DocsSiteContext, { request, query }: Input<null>) {
  const results: readonly SearchResult[] = docsSite.find(queryOf(query))
  return sendOnce(request, Response.json({ results }))
}

const queryOf = (query: Input<null>['query']): string =>
  (query['q'] ?? '').slice(0, maxQueryCharacters)

export const docsPages = [
  page({
    path: '/docs',
    access: everyone,
    show: (http: DocsSiteContext, { request }) => sendPage(http, request, ''),
  }),
  page({
    path: '/llms-full.txt',
    access: everyone,
    show: ({ docsSite }: DocsSiteContext, { request }) => docsSite.sendWhole(request),
  }),
  page({ path: '/docs/search', access: everyone, show: sendSearch }),
  page({ path: '/docs/search.json', access: everyone, show: sendResults }),
  page({
    path: '/docs/:page',
    access: everyone,
    show: (http: DocsSiteContext, { request, params }) => sendPage(http, request, params.page),
  }),
]
