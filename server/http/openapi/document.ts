// Builds the OpenAPI document at startup: the contracts of all routes, the credentials, and the general rules.
import * as v from 'valibot'
import { serviceVersion } from '../../domain/base/version.ts'
import { shopName } from '../../domain/branding/branding.ts'
import { jsonWithPriceWords } from '../../domain/pricing/price-words.ts'
import { slogan } from '../../pages/docs/slogan.ts'
import { type Contract, type Header, type Method, tags } from '../contract/contract.ts'
import { creditsAvailableText, creditsRequiredText } from '../contract/field-texts.ts'
import { says, text, whole } from '../contract/schemas.ts'
import { authContracts } from '../routes/accounts/auth.ts'
import { routes } from '../routes/routes.ts'
import { metricsRoute } from '../routes/service/metrics.ts'
import { docsRoutes } from './docs.ts'
import { componentHeaders } from './headers.ts'
import { outputSchema } from './json-schema.ts'
import { operationOf } from './operation.ts'
import { errorSchema } from './responses.ts'
import { createSchemaTable } from './schema-table.ts'
import type { OpenApiDocument, Operation, SecurityScheme } from './types.ts'

const contracts: readonly Contract[] = [
  ...routes.flatMap(({ contract }) => contract ?? []),
  ...authContracts,
  ...[...docsRoutes, metricsRoute].flatMap(({ contract }) => contract ?? []),
]

const table = createSchemaTable()

/** Operations by `METHOD /path/{parameter}`. */
export const operations: Readonly<Record<string, Operation>> = Object.fromEntries(
  contracts.map((contract) => [
    `${contract.method} ${contract.path.replaceAll(/:(\w+)/g, '{$1}')}`,
    operationOf(contract, table),
  ]),
)

const description = `${slogan}

Paths carry no version: changes apply to every caller at once, fields are added and never renamed.

A refusal is a JSON object with \`error\`, a sentence that says what is wrong, and has a stable code for programs in the header \
\`X-Error-Code\`, after which the examples are named (/docs/errors). Two kinds of endpoints say more beside it: \
under \`/api/auth\` there may be \`code\` and \`message\` of the sign-in library, and generations are refused with a short word, \
\`nsfw\` with a \`message\`, \`no_credits\` with \`message\`, \`needsPayment\`, \`creditsRequired\` and \`creditsAvailable\`. \
An unexpected error on our side is a 500 in the same form; it is logged, and a retry with an \`Idempotency-Key\` is safe.

Every response has an \`X-Request-Id\`, by which we find the request in our log (only a 200 of \`POST /api/price\` and \`GET /healthz\` \
has none). A request may bring its own, and a W3C \`traceparent\`, which is logged and passed on. A method that a path does not serve is 405 \
with \`Allow\`; \`OPTIONS\` returns the same list. Pages of other origins may call what takes an API key or an extension token, and \
estimates and printability checks; the session cookie never counts there.

Amounts are US dollars, weights grams, lengths millimeters, times ISO 8601 in UTC. There is no sandbox. “Prices” \
at /docs/reference says what an order costs.`

/** Returns the document with the prices of the current terms. */
export const buildDocument = (baseUrl: string): OpenApiDocument =>
  jsonWithPriceWords(documentAt(baseUrl))

function documentAt(baseUrl: string): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: `${shopName()} API`,
      version: serviceVersion,
      description,
      termsOfService: `${baseUrl}/terms`,
      contact: { name: shopName(), url: `${baseUrl}/contact` },
      license: { name: 'Proprietary', url: `${baseUrl}/terms` },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths: pathsOf(),
    components: {
      schemas: {
        ...table.list(),
        Error: outputSchema(error),
        GenerationError: outputSchema(generationError),
      },
      headers: usedHeaders(),
      responses: {
        HeadersTooLarge: {
          description: 'The headers of the request are too large. The response has no body.',
        },
        InternalError: {
          description: 'An unexpected internal error.',
          headers: {
            'X-Request-Id': { $ref: '#/components/headers/RequestId' },
            'X-Error-Code': { $ref: '#/components/headers/ErrorCode' },
          },
          content: { 'application/json': { schema: errorSchema() } },
        },
      },
      securitySchemes: securitySchemes(baseUrl),
    },
  }
}

const sentence = text('The error, in a sentence.')
const error = says(v.object({ error: sentence }), 'Every refusal.')

const generationError = says(
  v.object({
    error: sentence,
    message: v.optional(text('The reason, for `nsfw` and `no_credits`.')),
    needsPayment: v.optional(v.literal(true)),
    creditsRequired: v.optional(whole(creditsRequiredText)),
    creditsAvailable: v.optional(whole(creditsAvailableText)),
    jobId: v.optional(text('The generation, which continues, with 504.')),
  }),
  'A refusal of a generation.',
)

/** Returns the headers that responses use. A header without a response would be an unused component. */
function usedHeaders(): Record<string, Header> {
  const operationsJson = JSON.stringify(operations)
  const used = Object.entries(componentHeaders).filter(([name]) =>
    operationsJson.includes(`"#/components/headers/${name}"`),
  )
  return Object.fromEntries(used)
}

function pathsOf(): OpenApiDocument['paths'] {
  const paths: Record<string, Partial<Record<Lowercase<Method>, Operation>>> = {}
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return paths
}

function securitySchemes(baseUrl: string): Record<string, SecurityScheme> {
  const secure = baseUrl.startsWith('https:') ? '__Host-' : ''
  const secrets =
    'An API key (`svc_live_` and 48 hexadecimal characters) or, where the endpoint accepts it, an extension token (`svc_ext_…`)'
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: `${secrets}, as \`Authorization: Bearer …\`. Keys come from the account page.`,
    },
    header: {
      type: 'apiKey',
      in: 'header',
      name: 'x-api-key',
      description: 'The same secret in a separate header.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: `${secure}better-auth.session_token`,
      description: 'The cookie that signing in sets.',
    },
    internalKey: {
      type: 'apiKey',
      in: 'header',
      name: 'x-internal-key',
      description: 'The secret that the service shares with the farm’s machines.',
    },
    internalBearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        'The same secret, sent as `Authorization: Bearer …`, which every version of Prometheus supports.',
    },
  }
}
