// /openapi.json in its formats, and /llms.txt: descriptions of the service for programs and language models. Built on
// first request because few processes ever serve them. ../docs has the pages for readers.
import * as v from 'valibot'
import { ok } from '../../domain/base/result.ts'
import { named, open, text } from '../contract/schemas.ts'
import { anyone } from '../middleware/access.ts'
import { route } from '../middleware/route.ts'
import { keep, type Send } from '../responses/kept.ts'
import type { OpenApiDocument } from './types.ts'
import { asVersion30 } from './version-3-0.ts'
import { asYaml } from './yaml.ts'

export type DocsContext = {
  readonly documents: Readonly<Record<'openApi' | 'openApi30' | 'openApiYaml' | 'llms', Send>>
}

const openApiDocument = named(
  'OpenApiDocument',
  open({ openapi: text('Its version of OpenAPI.') }),
  'A description of the service for programs.',
)
const plainText = v.string()
/** RFC 9512. */
const yamlType = 'application/yaml'

const openApiRoute = route({
  method: 'GET',
  path: '/openapi.json',
  id: 'readOpenApi',
  tag: 'Service',
  summary: 'Read this document',
  description:
    'OpenAPI 3.1, for clients and generators. `/openapi.yaml` is the same document as YAML, `/openapi-3.0.json` the same for tools that read 3.0 ' +
    'only. `If-None-Match` gets 304 while it is unchanged.',
  access: anyone,
  crossOrigin: true,
  conditional: true,
  response: {
    description: 'OpenAPI 3.1. The page at /docs/reference shows it to readers.',
    schema: openApiDocument,
  },
  handler: async function sendOpenApi({ documents }: DocsContext, { request }) {
    return ok(await documents.openApi(request))
  },
})

const openApi30Route = route({
  method: 'GET',
  path: '/openapi-3.0.json',
  id: 'readOpenApi30',
  tag: 'Service',
  summary: 'Read this document as OpenAPI 3.0',
  description: 'Derived from the document at `/openapi.json`, for tools that do not read 3.1.',
  access: anyone,
  crossOrigin: true,
  conditional: true,
  response: { description: 'OpenAPI 3.0.3.', schema: openApiDocument },
  handler: async function sendOpenApi30({ documents }: DocsContext, { request }) {
    return ok(await documents.openApi30(request))
  },
})

const openApiYamlRoute = route({
  method: 'GET',
  path: '/openapi.yaml',
  id: 'readOpenApiYaml',
  tag: 'Service',
  summary: 'Read this document as YAML',
  description: 'The document at `/openapi.json`, for tools that read YAML.',
  access: anyone,
  crossOrigin: true,
  conditional: true,
  response: { type: yamlType, description: 'OpenAPI 3.1.', schema: plainText },
  handler: async function sendOpenApiYaml({ documents }: DocsContext, { request }) {
    return ok(await documents.openApiYaml(request))
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

export const docsRoutes = [openApiRoute, openApi30Route, openApiYamlRoute, llmsRoute]

export function makeDocuments(
  makeOpenApi: () => OpenApiDocument,
  makeLlms: () => string,
): DocsContext['documents'] {
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  return {
    openApi: keep(() => Response.json(makeOpenApi())),
    openApi30: keep(() => Response.json(asVersion30(makeOpenApi()))),
    openApiYaml: keep(
      () => new Response(asYaml(makeOpenApi()), { headers: { 'content-type': yamlType } }),
    ),
    llms: keep(() => new Response(makeLlms(), { headers })),
  }
}
