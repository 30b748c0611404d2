// What a tool answers with: content blocks for a person, fields for a program.

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

export type Refused = { readonly kind: 'refused'; readonly sentence: string }

/**
 * `answered` and `refused` are both HTTP 200; `refused` carries isError. `needs_capability` is the modern era's refusal of a
 * caller that did not declare what the tool needs of it: 400 with -32021 (legacy eras cannot say it, so there it is `refused`).
 */
export type ToolOutcome<F extends Fields = Fields> =
  | { readonly kind: 'answered'; readonly content: readonly ContentBlock[]; readonly fields?: F }
  | Refused
  | { readonly kind: 'needs_capability'; readonly required: Readonly<Record<string, object>> }

/** What a tool says in any era: the rest is a protocol fault. */
export type ToolResult = Exclude<ToolOutcome, { kind: 'needs_capability' }>

/** A success: a sentence for a person, and the same as fields. */
export function answered<const F extends Fields>(sentence: string, fields: F): ToolOutcome<F> {
  return { kind: 'answered', content: [{ type: 'text', text: sentence }], fields }
}

/**
 * A failure of the tool: what is wrong and what to do next. It has no fields: clients hold those of a failure against the
 * tool's outputSchema as well.
 */
export function refused(sentence: string): Refused {
  return { kind: 'refused', sentence }
}
