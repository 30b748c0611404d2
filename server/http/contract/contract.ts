// What a route says about itself: the source of the OpenAPI document, of /docs and of /llms.txt.
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
  Price: 'What a part would cost, without an account.',
  Website: 'What the website sells: carts, checkout and gift cards.',
  Slicing: 'Real slices of models that an account keeps here.',
  Generation: 'Printable models made from words and pictures, paid in credits.',
  Agents: 'The same service as tools for language models.',
  Account: 'The key, the tokens and the card of an account. The account page does all of this too.',
  'Sign-in': 'Accounts and sessions for programs that cannot use the account page.',
  Operators: 'For the people who run the farm.',
  Farm: 'What the farm’s machines and the card processor report. Not for customers.',
  Service: 'The state of the service, and this document.',
} as const

export type Tag = keyof typeof tags

export type Contract = Description & {
  /** Any one of them is enough; none = open to everyone. */
  readonly credentials: readonly CredentialKind[]
  /** The rate limits that apply; each request counts against one of them. */
  readonly limits?: readonly LimitScope[]
  readonly responses: readonly ResponseSpec[]
}

/** A route that is going to be removed, or was replaced. */
export type Deprecation = {
  /** The day of the announcement, such as 2026-11-23. */
  readonly since: string
  /** The day after which the route may be gone. */
  readonly sunset?: string
  /** What to use instead: a path of this service, or an address. */
  readonly successor?: string
}

/** The part of a contract that a route writes down itself. */
export type Description = {
  readonly method: Method
  /** In the router's format: `/orders/:code`. */
  readonly path: string
  readonly id: string
  readonly tag: Tag
  /** Begins with a verb: "Submit a print order". */
  readonly summary: string
  readonly description?: string
  /** Responses carry `Deprecation`, `Sunset` and `Link` then. */
  readonly deprecated?: Deprecation
  /** Responses to GET carry an entity tag, and a request that names it in If-None-Match gets 304. */
  readonly conditional?: true
  /**
   * Whether pages of other origins may call the route. Routes that accept an API key or an extension token always can be called; a
   * session never counts in such a request.
   */
  readonly crossOrigin?: true
  /** Whether its 200 bypasses the filters of all responses. */
  readonly hot?: true
  readonly parameters?: readonly Parameter[]
  readonly body?: BodySpec
  /**
   * Every refusal of the handler; a field of a sentence is shown with an example. The refusals of the credentials, of the rate
   * limit and of uploads are added to it.
   */
  readonly refusals?: readonly (Failure | OtherRefusal)[]
  /** Which of the error schemas of the document; the plain envelope unless given. */
  readonly errors?: 'GenerationError'
}

export type BodySpec = {
  readonly type: 'application/json' | 'multipart/form-data'
  readonly schema: v.GenericSchema
  readonly example: Readonly<Record<string, unknown>>
  readonly description?: string
  /** The body as a form, where JSON and forms are accepted. */
  readonly form?: {
    readonly schema: v.GenericSchema
    readonly example: Readonly<Record<string, unknown>>
  }
}

export type ResponseSpec<S extends v.GenericSchema = v.GenericSchema> = {
  readonly status?: number
  /** JSON by default; any one of several. */
  readonly type?: string | readonly string[]
  readonly description: string
  /** Absent for a response without a body. */
  readonly schema?: S
  readonly example?: unknown
  readonly headers?: Readonly<Record<string, Header>>
  /** Whether it comes with Retry-After. */
  readonly waits?: boolean
}

/** A refusal whose words are not in refusals. */
export type OtherRefusal = {
  readonly name: ErrorCode
  readonly status: number
  readonly body: unknown
  /** Whether it comes with Retry-After. */
  readonly waits?: boolean
}

/** Key of the numbers that a field may have, next to their range. */
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

/** An id or code in the path. */
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
