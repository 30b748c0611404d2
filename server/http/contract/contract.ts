// Route declarations: the source of the OpenAPI document, of /docs and of /llms.txt.
import type { JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { ErrorCode } from '../../domain/errors/catalog.ts'
import type { LimitScope } from '../../domain/limits/table.ts'
import type { Failure } from '../refusals/failure.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type CredentialKind =
  | 'api_key'
  | 'extension_token'
  | 'session'
  | 'internal_key'
  | 'internal_bearer'

export const tags = {
  Orders: 'Submit a print order and follow it.',
  Price: 'The price of a part, without an account.',
  Website: 'The shop of the website: carts, checkout and gift cards.',
  Slicing: 'Real slices of an account’s stored models.',
  Generation: 'Printable models made from words and pictures, paid in credits.',
  Agents: 'The same service as tools for language models.',
  Account:
    'The key, the tokens and the card of an account. The account page offers all of this too.',
  'Sign-in': 'Accounts and sessions for programs that cannot use the account page.',
  Operators: 'For the operators of the farm.',
  Farm: 'Reports of the farm’s machines and the card processor. Not for customers.',
  Service: 'The state of the service, and this document.',
} as const

export type Tag = keyof typeof tags

/** Callers of a tag's endpoints, shown as the heading above the tag in the reference. */
export const audiences: Readonly<Record<Tag, string>> = {
  Orders: 'For customers and their programs',
  Price: 'For customers and their programs',
  Website: 'For customers and their programs',
  Slicing: 'For customers and their programs',
  Generation: 'For customers and their programs',
  Agents: 'For customers and their programs',
  Account: 'For customers and their programs',
  'Sign-in': 'For customers and their programs',
  Operators: 'For operators',
  Farm: 'For the farm’s machines',
  Service: 'The service itself',
}

export type Contract = Description & {
  /** Accepted credentials, any of which is sufficient. Empty means public. */
  readonly credentials: readonly CredentialKind[]
  /** Rate limits that apply. Each request counts against one of them. */
  readonly limits?: readonly LimitScope[]
  readonly responses: readonly ResponseSpec[]
}

/** Deprecation of a route that was replaced or will be removed. */
export type Deprecation = {
  /** Date of the announcement, such as 2026-11-23. */
  readonly since: string
  /** Date after which the route may be removed. */
  readonly sunset?: string
  /** Replacement: a path of this service, or a URL. */
  readonly successor?: string
}

/** Part of a contract that the route states explicitly. */
export type Description = {
  readonly method: Method
  /** Path in the router's format: `/orders/:code`. */
  readonly path: string
  readonly id: string
  readonly tag: Tag
  /** Begins with a verb: "Submit a print order". */
  readonly summary: string
  readonly description?: string
  /** Adds `Deprecation`, `Sunset` and `Link` headers to the responses. */
  readonly deprecated?: Deprecation
  /** Adds an ETag to GET responses. A request with that tag in If-None-Match gets 304. */
  readonly conditional?: true
  /**
   * Whether pages of other origins may call the route. Routes that accept an API key or an extension token are always
   * callable from other origins; a session is never accepted in such requests.
   */
  readonly crossOrigin?: true
  /** Whether the 200 response bypasses the filters that all responses pass through. */
  readonly hot?: true
  readonly parameters?: readonly Parameter[]
  readonly body?: BodySpec
  /**
   * All refusals of the handler. Placeholders in a sentence are shown with an example. Refusals of credentials, rate
   * limits and uploads are added automatically.
   */
  readonly refusals?: readonly (Failure | OtherRefusal)[]
  /** Error schema in the document. Defaults to the plain envelope. */
  readonly errors?: 'GenerationError'
}

export type BodySpec = {
  readonly type: 'application/json' | 'multipart/form-data'
  readonly schema: v.GenericSchema
  readonly example: Readonly<Record<string, unknown>>
  readonly description?: string
  /** The body as a form, where both JSON and forms are accepted. */
  readonly form?: {
    readonly schema: v.GenericSchema
    readonly example: Readonly<Record<string, unknown>>
  }
}

export type ResponseSpec<S extends v.GenericSchema = v.GenericSchema> = {
  readonly status?: number
  /** Media type, or alternatives. Defaults to JSON. */
  readonly type?: string | readonly string[]
  readonly description: string
  /** Absent for a response without a body. */
  readonly schema?: S
  readonly example?: unknown
  readonly headers?: Readonly<Record<string, Header>>
  /** Whether the response has a Retry-After header. */
  readonly waits?: boolean
}

/** Refusal whose sentence is not in server/http/refusals. */
export type OtherRefusal = {
  readonly name: ErrorCode
  readonly status: number
  readonly body: unknown
  /** Whether the response has a Retry-After header. */
  readonly waits?: boolean
}

/** Schema key for the numbers that a field accepts, next to their range. */
export const listedNumbers = 'x-values'

export type Schema = JsonSchema & { [listedNumbers]?: number[] }

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description: string
  readonly schema: Schema
  readonly example?: string
}

/** Describes an id or code in the path. */
export const idInPath = (
  name: string,
  description: string,
  schema: Schema = { type: 'string' },
): Parameter => ({ name, in: 'path', required: true, description, schema })

export type Header = {
  readonly description: string
  readonly schema: Schema
  readonly example?: unknown
}
