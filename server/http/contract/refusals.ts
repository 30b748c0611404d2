// Refusals that many routes have in common.
import { maxJsonBytes } from '../requests/body.ts'
import type { Failure } from '../responses/failure.ts'

export const jsonTooLarge = { kind: 'body_too_large', limitBytes: maxJsonBytes } as const

/** Every route that reads JSON has these. */
export const jsonRefusals: readonly Failure[] = [{ kind: 'invalid_json' }, jsonTooLarge]

/** Every route that stores the file of the field `file` has these. */
export const uploadRefusals: readonly Failure[] = [
  { kind: 'not_multipart' },
  { kind: 'broken_multipart', detail: 'it ended early' },
  { kind: 'form_field_too_long', field: 'note' },
  { kind: 'file_missing' },
  { kind: 'field_sent_as_text', field: 'file' },
  { kind: 'file_empty' },
]
