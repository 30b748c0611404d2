// Result of a tool: content blocks for users, fields for programs.
import type { ErrorCode } from '../server/domain/errors/catalog.ts'

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

/** Request header. `off` omits pictures from results, for clients whose model accepts only text. */
export const picturesHeader = 'x-pictures'

export type Fields = Readonly<Record<string, unknown>>

export type ToolRefusal = {
  readonly kind: 'refused'
  readonly sentence: string
  /** For programs. */
  readonly code: ErrorCode
}

/**
 * `succeeded` and `refused` are both HTTP 200. `refused` sets isError. `needs_capability` is the modern era's refusal
 * of a client that did not declare a capability the tool needs: 400 with -32021. Legacy eras have no such error, so it
 * becomes `refused` there.
 */
export type ToolOutcome<F extends Fields = Fields> =
  | { readonly kind: 'succeeded'; readonly content: readonly ContentBlock[]; readonly fields?: F }
  | ToolRefusal
  | { readonly kind: 'needs_capability'; readonly required: Readonly<Record<string, object>> }

/** Outcome that is a result in every era. `needs_capability` is a protocol fault. */
export type ToolResult = Exclude<ToolOutcome, { kind: 'needs_capability' }>

/** Returns a success: a sentence for users, its content as fields, and a picture (PNG) if there is one. */
export function toolResult<const F extends Fields>(
  sentence: string,
  fields: F,
  picture: Uint8Array | null = null,
): ToolOutcome<F> {
  const content: ContentBlock[] = [{ type: 'text', text: sentence }]
  if (picture !== null) {
    content.push({ type: 'image', data: picture.toBase64(), mimeType: 'image/png' })
  }
  return { kind: 'succeeded', content, fields }
}

/**
 * Returns a failure of the tool: what is wrong and what to do next. It has no fields, because clients validate the
 * fields of a failure against the tool's outputSchema as well.
 */
export function refuse(sentence: string, code: ErrorCode): ToolRefusal {
  return { kind: 'refused', sentence, code }
}
