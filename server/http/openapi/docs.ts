// /openapi.json and /llms.txt: the description of the service for programs and language models, made once, at its first request: few
// processes ever serve them. ../documentation has the pages for people.
import * as v from 'valibot'
import { ok } from '../../domain/base/result.ts'
import { open } from '../contract/schemas.ts'
import { anyone } from '../middleware/access.ts'
import { route } from '../middleware/route.ts'
import { keep, type Send } from '../responses/kept.ts'
import type { OpenApiDocument } from './types.ts'

export type DocsContext = {
  readonly documents: { readonly openApi: Send; readonly llms: Send }
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
    description: 'OpenAPI 3.1. The page at /docs/reference shows it to people.',
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

export const docsRoutes = [openApiRoute, llmsRoute]

export function makeDocuments(
  makeOpenApi: () => OpenApiDocument,
  makeLlms: () => string,
): DocsContext['documents'] {
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  return {
    openApi: keep(() => Response.json(makeOpenApi())),
    llms: keep(() => new Response(makeLlms(), { headers })),
  }
}
