// Content of the API reference: the source of its page, its Markdown and its search.

export type ReferenceField = {
  /** Full path: `bboxMm.x`. */
  readonly name: string
  /** Type in words: `integer`, `one of pla, petg`, ... */
  readonly type: string
  readonly required: boolean
  readonly fallback: string | null
  readonly text: string
}

export type Endpoint = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly deprecated: boolean
  /** Accepted credentials, any of which is sufficient. Empty means public. */
  readonly credentials: readonly string[]
  readonly parameters: readonly ReferenceField[]
  readonly bodyText: string
  /** Alternatives. */
  readonly bodies: readonly { readonly type: string; readonly fields: readonly ReferenceField[] }[]
  /** Shell commands, one per body, or a single one if there is no body. */
  readonly commands: readonly string[]
  readonly answers: readonly EndpointAnswer[]
  /** Every error text of the endpoint. */
  readonly refusals: readonly {
    readonly status: string
    /** Value of X-Error-Code. */
    readonly code: string
    readonly sentence: string
  }[]
}

export type EndpointAnswer = {
  readonly status: string
  readonly text: string
  readonly headers: readonly ReferenceField[]
  readonly fields: readonly ReferenceField[]
  readonly example: string | null
}

export type Reference = {
  readonly title: string
  readonly description: string
  readonly credentials: readonly { readonly name: string; readonly text: string }[]
  readonly sections: readonly ReferenceSection[]
}

/** Endpoints of a tag. */
export type ReferenceSection = {
  readonly name: string
  readonly text: string
  /** Callers of the endpoints, as a heading. */
  readonly audience: string
  readonly endpoints: readonly Endpoint[]
}
