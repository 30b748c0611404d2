// /openapi.json, /docs and /llms.txt: the description of the service for programs, people and language models, made once, at its
// first request: few processes are ever asked for them.
// /docs is a page of our own rather than Scalar through @elysiajs/openapi: ours is rendered on the server, works without scripts,
// passes axe and runs under a policy that allows nothing from elsewhere; Scalar renders in the browser with inline styles.
import * as v from 'valibot'
import { ok } from '../../domain/base/result.ts'
import { referencePage } from '../../pages/reference/reference.tsx'
import { open } from '../contract/schemas.ts'
import { anyone } from '../middleware/access.ts'
import { page, type Received, route } from '../middleware/route.ts'
import { entityTagOf, isUnchanged } from '../responses/etags.ts'
import { referenceOf } from './reference.ts'
import type { OpenApiDocument } from './types.ts'

type Send = (request: Request) => Promise<Response>

export type DocsContext = {
  readonly documents: { readonly openApi: Send; readonly llms: Send; readonly reference: Send }
}

const openApiDocument = open({ openapi: v.string() })
const plainText = v.string()

const openApiRoute = route({
  method: 'GET',
  path: '/openapi.json',
  id: 'readOpenApi',
  tag: 'Service',
  summary: 'Read this document',
  description:
    'OpenAPI 3.1, for clients and generators. `If-None-Match` gets 304 while it is unchanged.',
  access: anyone,
  crossOrigin: true,
  conditional: true,
  response: {
    description: 'OpenAPI 3.1. The page at /docs shows it to people.',
    schema: openApiDocument,
  },
  handler: async function sendOpenApi({ documents }: DocsContext, { request }) {
    return ok(await documents.openApi(request))
  },
})

const llmsRoute = route({
  method: 'GET',
  path: '/llms.txt',
  id: 'readLlmsText',
  tag: 'Service',
  summary: 'Read a summary of the service for language models',
  description: 'What the service does, its endpoints and its tools, in plain words.',
  access: anyone,
  conditional: true,
  response: {
    type: 'text/plain',
    description: 'What can be done here, by which endpoint or tool, and what costs money.',
    schema: plainText,
  },
  handler: async function sendLlmsText({ documents }: DocsContext, { request }) {
    return ok(await documents.llms(request))
  },
})

function sendReference({ documents }: DocsContext, { request }: Received): Promise<Response> {
  return documents.reference(request)
}

export const docsRoutes = [openApiRoute, llmsRoute, page('GET', '/docs', sendReference)]

export function makeDocuments(
  makeOpenApi: () => OpenApiDocument,
  llms: string,
): DocsContext['documents'] {
  const document = once(makeOpenApi)
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  return {
    openApi: keep(() => Response.json(document())),
    llms: keep(() => new Response(llms, { headers })),
    reference: keep(() => referencePage(referenceOf(document()))),
  }
}

/** Sends the same bytes to every client, or 304 to one that has them. */
function keep(make: () => Response | Promise<Response>): Send {
  const kept = once(async () => hashed(await make()))
  return async (request) => {
    const { body, etag, headers } = await kept()
    return isUnchanged(request, etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers })
  }
}

async function hashed(response: Response) {
  const body = new Uint8Array(await response.arrayBuffer())
  const etag = entityTagOf(body)
  const headers = new Headers(response.headers)
  headers.set('etag', etag)
  headers.set('cache-control', 'no-cache')
  return { body, etag, headers }
}

/** Calls `make` at the first call, and returns its result from then on. */
function once<T>(make: () => T): () => T {
  let made: { readonly result: T } | null = null
  return () => {
    made ??= { result: make() }
    return made.result
  }
}
