// Writes one endpoint's part of the document. Statuses and words of refusals come from the same table that answers them.
import type * as v from 'valibot'
import type { Failure } from '../responses/failure.ts'
import { refusalOf } from '../responses/failure-to-response.ts'
import { commonRefusals } from './common-refusals.ts'
import { answered, sent } from './schemas.ts'
import type {
  Answer,
  Example,
  Header,
  Operation,
  Parameter,
  Reference,
  RequestBody,
} from './types.ts'

export type Credential = 'apiKey' | 'extensionToken' | 'session' | 'internalKey'

export const tags = {
  Orders: 'Submit a print order and follow it.',
  Price: 'What a part would cost, without an account.',
  Slicing: 'Real slices of models that an account keeps here.',
  Generation: 'Printable models made from words and pictures, paid in credits.',
  Agents: 'The same service as tools for language models.',
  Account: 'The key, the tokens and the card of an account. The account page does all of this too.',
  'Sign-in': 'Accounts and sessions for programs that cannot use the account page.',
  Operators: 'For the people who run the farm.',
  Farm: 'What the farm’s machines and the card processor report. Not for customers.',
  Service: 'How the service is doing, and this document.',
} as const

export type ErrorSchema = 'Error' | 'AuthError' | 'GenerationError'

export type OperationSpec = {
  readonly id: string
  readonly tag: keyof typeof tags
  readonly summary: string
  readonly description?: string
  readonly deprecated?: true
  /** Any one of them is enough; none = open to everybody. */
  readonly credentials?: readonly Credential[]
  readonly parameters?: readonly Parameter[]
  readonly body?: {
    readonly type: 'application/json' | 'multipart/form-data'
    readonly schema: v.GenericSchema
    readonly example: Readonly<Record<string, unknown>>
    readonly description?: string
    /** The same as a form, where both are taken. */
    readonly form?: {
      readonly schema: v.GenericSchema
      readonly example: Readonly<Record<string, unknown>>
    }
  }
  readonly answers: readonly AnswerSpec[]
  /** Every way this endpoint says no; a field in a sentence is shown with an example. */
  readonly refusals: readonly (Failure | OtherRefusal)[]
  /** Which of the error schemas of the document; the plain envelope when left out. */
  readonly errors?: ErrorSchema
}

/** A refusal whose words stand elsewhere. */
export type OtherRefusal = {
  readonly name: string
  readonly status: number
  readonly body: unknown
  /** Whether it comes with Retry-After. */
  readonly waits?: boolean
}

export type AnswerSpec = {
  readonly status: number
  /** JSON unless said otherwise; any one of several. */
  readonly type?: string | readonly string[]
  readonly description: string
  /** Left out: an answer without a body. */
  readonly schema?: v.GenericSchema
  readonly example?: unknown
  readonly headers?: Readonly<Record<string, Header>>
}

/** How each credential is called and presented; an API key and an extension token travel the same two ways. */
const presented: Record<
  Credential,
  { readonly name: string; readonly schemes: readonly string[] }
> = {
  apiKey: { name: 'API key', schemes: ['bearer', 'header'] },
  extensionToken: { name: 'extension token', schemes: ['bearer', 'header'] },
  session: { name: 'session cookie', schemes: ['session'] },
  internalKey: { name: 'internal key', schemes: ['internalKey'] },
}

export function operation(spec: OperationSpec): Operation {
  const { credentials = [], parameters, description, deprecated, body } = spec
  const schemes = [...new Set(credentials.flatMap((credential) => presented[credential].schemes))]
  return {
    operationId: spec.id,
    summary: spec.summary,
    ...(description === undefined ? {} : { description }),
    tags: [spec.tag],
    ...(deprecated === undefined ? {} : { deprecated }),
    'x-credentials': credentials.map((credential) => presented[credential].name),
    security: schemes.map((scheme) => ({ [scheme]: [] })),
    ...(parameters === undefined ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: bodyOf(body) }),
    responses: { ...answersOf(spec.answers), 500: broken, ...refusalsOf(spec) },
  }
}

const broken: Reference = { $ref: '#/components/responses/Broken' }
export const errorSchema = (name: ErrorSchema = 'Error'): Reference => ({
  $ref: `#/components/schemas/${name}`,
})

function bodyOf({
  type,
  schema,
  example,
  description,
  form,
}: NonNullable<OperationSpec['body']>): RequestBody {
  return {
    required: true,
    ...(description === undefined ? {} : { description }),
    content: {
      [type]: { schema: sent(schema), example },
      ...(form && { 'multipart/form-data': { schema: sent(form.schema), example: form.example } }),
    },
  }
}

function answersOf(answers: readonly AnswerSpec[]): Record<string, Answer> {
  return Object.fromEntries(
    answers.map(({ status, type = 'application/json', description, schema, example, headers }) => [
      String(status),
      {
        description,
        ...(headers === undefined ? {} : { headers }),
        ...(schema && {
          content: Object.fromEntries(
            [type]
              .flat()
              .map((name) => [
                name,
                { schema: answered(schema), ...(example === undefined ? {} : { example }) },
              ]),
          ),
        }),
      },
    ]),
  )
}

/** One response a status, with every sentence that it can carry as an example under the refusal's name. */
function refusalsOf(spec: OperationSpec): Record<string, Answer> {
  const { refusals, errors } = spec
  const byStatus = new Map<number, { examples: Record<string, Example>; waits: boolean }>()
  for (const refusal of [...refusals, ...commonRefusals(spec)]) {
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
  400: 'The request is not right.',
  401: 'No credential, or not a valid one.',
  402: 'A saved card is needed first.',
  403: 'Not allowed for this caller.',
  404: 'There is no such thing, or it is somebody else’s.',
  408: 'The body did not arrive in time.',
  409: 'Not in the present state.',
  413: 'Too large.',
  415: 'Not a file that can be printed.',
  422: 'The file was read and cannot be printed.',
  429: 'Too many requests.',
  500: 'Something broke on our side.',
  502: 'Something behind the service did not answer.',
  503: 'Not right now.',
}
