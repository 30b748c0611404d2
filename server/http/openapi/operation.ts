// Operation of a single route in the document.

import type { BodySpec, Contract, CredentialKind } from '../contract/contract.ts'
import { ifNoneMatch } from './headers.ts'
import { inputSchema } from './json-schema.ts'
import { responsesOf } from './responses.ts'
import type { SchemaTable } from './schema-table.ts'
import type { Operation, RequestBody } from './types.ts'

/** Name of each credential and how it is sent. An API key and an extension token are sent in the same two ways. */
const presented: Record<
  CredentialKind,
  { readonly name: string; readonly schemes: readonly string[] }
> = {
  api_key: { name: 'API key', schemes: ['bearer', 'header'] },
  extension_token: { name: 'extension token', schemes: ['bearer', 'header'] },
  session: { name: 'session cookie', schemes: ['session'] },
  internal_key: { name: 'internal key', schemes: ['internalKey'] },
  internal_bearer: { name: 'internal key as a bearer token', schemes: ['internalBearer'] },
}

/**
 * Returns the operation. Request bodies whose schema has no name are named after the operation: `EstimatePriceRequest`,
 * or `DetectColorsForm` and `DetectColorsJson` if there are two. JSON responses always have explicit names, because
 * generators use `<Operation>Response` themselves.
 */
export function operationOf(contract: Contract, table: SchemaTable): Operation {
  const { id, credentials, description, deprecated, conditional, body } = contract
  const schemes = [...new Set(credentials.flatMap((kind) => presented[kind].schemes))]
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`
  const parameters = [...(contract.parameters ?? []), ...(conditional ? [ifNoneMatch] : [])]
  return {
    operationId: id,
    summary: contract.summary,
    ...(description === undefined ? {} : { description }),
    tags: [contract.tag],
    ...(deprecated === undefined ? {} : { deprecated: true }),
    'x-credentials': credentials.map((kind) => presented[kind].name),
    security: schemes.map((scheme) => ({ [scheme]: [] })),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: bodyOf(body, name, table) }),
    responses: responsesOf(contract, table),
  }
}

function bodyOf(
  { type, schema, example, description, form }: BodySpec,
  name: string,
  table: SchemaTable,
): RequestBody {
  return {
    required: true,
    ...(description === undefined ? {} : { description }),
    content: {
      // Listed first: generators that support a single body per operation use the first one, and only a form can
      // contain a file.
      ...(form && {
        'multipart/form-data': {
          schema: table.refer(inputSchema(form.schema), `${name}Form`),
          example: form.example,
        },
      }),
      [type]: {
        schema: table.refer(inputSchema(schema), `${name}${form ? 'Json' : 'Request'}`),
        example,
      },
    },
  }
}
