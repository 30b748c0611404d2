// What the API reference says: its page, its Markdown and its search are made from it.

export type Field = {
  /** The full path: `bboxMm.x`. */
  readonly name: string
  /** `integer`, `one of pla, petg`, ... */
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
  /** Any one of them is accepted; none = open. */
  readonly credentials: readonly string[]
  readonly parameters: readonly Field[]
  readonly bodyText: string
  /** Alternatives. */
  readonly bodies: readonly { readonly type: string; readonly fields: readonly Field[] }[]
  /** Shell commands, one for each body; one if there is no body. */
  readonly commands: readonly string[]
  readonly answers: readonly EndpointAnswer[]
  /** Every error text of the endpoint. */
  readonly refusals: readonly {
    readonly status: string
    /** The value of X-Error-Code. */
    readonly code: string
    readonly sentence: string
  }[]
}

export type EndpointAnswer = {
  readonly status: string
  readonly text: string
  readonly headers: readonly Field[]
  readonly fields: readonly Field[]
  readonly example: string | null
}

export type Reference = {
  readonly title: string
  readonly description: string
  readonly credentials: readonly { readonly name: string; readonly text: string }[]
  readonly sections: readonly {
    readonly name: string
    readonly text: string
    readonly endpoints: readonly Endpoint[]
  }[]
}
