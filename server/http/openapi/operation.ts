// One route's part of the document. Statuses and words of refusals come from the same table that the routes use.

import type {
  BodySpec,
  Contract,
  CredentialKind,
  Header,
  OtherRefusal,
  ResponseSpec,
} from '../contract/contract.ts'
import type { Failure } from '../responses/failure.ts'
import { refusalOf } from '../responses/failure-to-response.ts'
import { commonRefusals } from './common-refusals.ts'
import { inputSchema, outputSchema } from './json-schema.ts'
import type { SchemaTable } from './schema-table.ts'
import type { Example, Operation, Reference, RequestBody, ResponseObject } from './types.ts'

/** How each credential is called and presented; an API key and an extension token travel in the same two ways. */
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

/** Bodies whose schema has no name of its own are named after the operation: `EstimatePriceRequest`, `EstimatePriceResponse`. */
export function operationOf(contract: Contract, table: SchemaTable): Operation {
  const { id, credentials, parameters, description, deprecated, body } = contract
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`
  const schemes = [...new Set(credentials.flatMap((kind) => presented[kind].schemes))]
  return {
    operationId: id,
    summary: contract.summary,
    ...(description === undefined ? {} : { description }),
    tags: [contract.tag],
    ...(deprecated === undefined ? {} : { deprecated }),
    'x-credentials': credentials.map((kind) => presented[kind].name),
    security: schemes.map((scheme) => ({ [scheme]: [] })),
    ...(parameters === undefined ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: bodyOf(body, name, table) }),
    responses: {
      ...responsesOf(contract.responses, name, table),
      500: internalError,
      ...refusalsOf(contract),
    },
  }
}

const internalError: Reference = { $ref: '#/components/responses/Broken' }
export const errorSchema = (
  name: 'Error' | NonNullable<Contract['errors']> = 'Error',
): Reference => ({
  $ref: `#/components/schemas/${name}`,
})

function bodyOf(
  { type, schema, example, description, form }: BodySpec,
  name: string,
  table: SchemaTable,
): RequestBody {
  return {
    required: true,
    ...(description === undefined ? {} : { description }),
    content: {
      [type]: { schema: table.refer(inputSchema(schema), `${name}Request`), example },
      ...(form && {
        'multipart/form-data': {
          schema: table.refer(inputSchema(form.schema), `${name}Form`),
          example: form.example,
        },
      }),
    },
  }
}

function responsesOf(
  responses: readonly ResponseSpec[],
  name: string,
  table: SchemaTable,
): Record<string, ResponseObject> {
  return Object.fromEntries(
    responses.map(
      ({ status = 200, type = 'application/json', description, schema, example, headers }) => [
        String(status),
        {
          description,
          ...(headers === undefined ? {} : { headers }),
          ...(schema && {
            content: Object.fromEntries(
              [type]
                .flat()
                .map((mediaType) => [
                  mediaType,
                  {
                    schema: table.refer(
                      outputSchema(schema),
                      mediaType === 'application/json' ? `${name}Response` : undefined,
                    ),
                    ...(example === undefined ? {} : { example }),
                  },
                ]),
            ),
          }),
        },
      ],
    ),
  )
}

/** One response for each status, with every sentence that it can carry as an example under the name of the refusal. */
function refusalsOf(contract: Contract): Record<string, ResponseObject> {
  const { refusals = [], errors } = contract
  const byStatus = new Map<number, { examples: Record<string, Example>; waits: boolean }>()
  for (const refusal of [...refusals, ...commonRefusals(contract)]) {
    const { name, status, body, waits } = shown(refusal)
    const entry = byStatus.get(status) ?? { examples: {}, waits: false }
    entry.examples[name] = { value: body }
    entry.waits ||= waits
    byStatus.set(status, entry)
  }
  return Object.fromEntries(
    [...byStatus].map(([status, { examples, waits }]) => [
      String(status),
      {
        description: statusWords[status] ?? 'Refused.',
        ...(waits ? { headers: { 'Retry-After': retryAfter } } : {}),
        content: { 'application/json': { schema: errorSchema(errors), examples } },
      },
    ]),
  )
}

function shown(refusal: Failure | OtherRefusal): OtherRefusal & { readonly waits: boolean } {
  if ('name' in refusal) return { waits: false, ...refusal }
  const { status, error, more, headers } = refusalOf(refusal)
  return {
    name: refusal.kind,
    status,
    body: { error, ...more },
    waits: headers?.['retry-after'] !== undefined,
  }
}

const retryAfter: Header = {
  description: 'Whole seconds to wait before trying again.',
  schema: { type: 'integer', minimum: 1 },
}

const statusWords: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'No credential, or not a valid one.',
  402: 'A saved card is needed first.',
  403: 'Not allowed for this caller.',
  404: 'It does not exist or belongs to another account.',
  408: 'The body did not arrive in time.',
  409: 'Not possible in the present state.',
  413: 'Too large.',
  415: 'Not a file that can be printed.',
  422: 'The file was read and cannot be printed.',
  429: 'Too many requests.',
  500: 'An unexpected error on our side.',
  502: 'A system behind the service failed or did not respond.',
  503: 'Temporarily unavailable.',
}
