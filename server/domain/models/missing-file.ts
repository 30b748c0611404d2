// The failure for a form without a file part.
import { singleLine } from '../base/text/text.ts'

type MissingFile =
  | { readonly kind: 'file_missing' }
  | { readonly kind: 'field_sent_as_text'; readonly field: 'file' }

/** Returns a failure that distinguishes a text field named `file` from a missing field. */
export const missingFile = (fields: ReadonlyMap<string, string>): MissingFile =>
  isFileSentAsText(fields)
    ? { kind: 'field_sent_as_text', field: 'file' }
    : { kind: 'file_missing' }

export const isFileSentAsText = (fields: ReadonlyMap<string, string>): boolean =>
  singleLine(fields.get('file') ?? '') !== ''
