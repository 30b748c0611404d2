// What a tool returns: content blocks for a person, fields for a program.

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource'
      readonly resource: {
        readonly uri: string
        readonly mimeType: string
        readonly text: string
      }
    }

export type Fields = Readonly<Record<string, unknown>>

export type Refusal = { readonly kind: 'refused'; readonly sentence: string }

/**
 * `succeeded` and `refused` are both HTTP 200; `refused` carries isError. `needs_capability` is the modern era's refusal of a
 * client that did not declare a capability the tool needs: 400 with -32021. Legacy eras have no such error; there it is `refused`.
 */
export type ToolOutcome<F extends Fields = Fields> =
  | { readonly kind: 'succeeded'; readonly content: readonly ContentBlock[]; readonly fields?: F }
  | Refusal
  | { readonly kind: 'needs_capability'; readonly required: Readonly<Record<string, object>> }

/** An outcome that is a result in every era; the other one is a protocol fault. */
export type ToolResult = Exclude<ToolOutcome, { kind: 'needs_capability' }>

/** A success: a sentence for a person, and the same as fields. */
export function toolResult<const F extends Fields>(sentence: string, fields: F): ToolOutcome<F> {
  return { kind: 'succeeded', content: [{ type: 'text', text: sentence }], fields }
}

/**
 * A failure of the tool: what is wrong and what to do next. It has no fields, because clients validate the fields of a failure
 * against the tool's outputSchema as well.
 */
export function refused(sentence: string): Refusal {
  return { kind: 'refused', sentence }
}
