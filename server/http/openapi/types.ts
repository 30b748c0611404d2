// The part of OpenAPI 3.1 that the document uses.
import type { Header, Method, Parameter, Schema } from '../contract/contract.ts'

/** Keywords next to `$ref` apply only to that place. */
export type Reference = {
  readonly $ref: string
  readonly description?: string
  readonly default?: Schema['default']
}

export type Example = { readonly summary?: string; readonly value: unknown }

export type MediaType = {
  readonly schema: Schema | Reference
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Example>>
}

export type ResponseObject = {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header | Reference>>
  readonly content?: Readonly<Record<string, MediaType>>
}

export type RequestBody = {
  readonly required: boolean
  readonly description?: string
  readonly content: Readonly<Record<string, MediaType>>
}

export type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly deprecated?: true
  /**
   * Accepted credentials in words. An API key and an extension token are sent in the same way, but not every endpoint
   * accepts both.
   */
  readonly 'x-credentials': readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: RequestBody
  /** Responses by status. */
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

export type SecurityScheme = { readonly type: string; readonly description: string } & Readonly<
  Record<string, string>
>

export type OpenApiDocument = {
  readonly openapi: '3.1.1'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly termsOfService: string
    readonly contact: { readonly name: string; readonly url: string }
    readonly license: { readonly name: string; readonly url: string }
  }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Partial<Readonly<Record<Lowercase<Method>, Operation>>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly headers: Readonly<Record<string, Header>>
    readonly responses: Readonly<Record<string, ResponseObject>>
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
}
