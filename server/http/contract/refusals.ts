// Refusals that many routes have in common.

import type { Failure } from '../refusals/failure.ts'
import { maxJsonBytes } from '../requests/body.ts'

/** Of a body that is read like JSON, whatever it holds. */
export const jsonTooLarge = { kind: 'body_too_large', limitBytes: maxJsonBytes } as const

/** Of every route that stores the file of the field `file`, besides those of its form. */
export const fileRefusals: readonly Failure[] = [
  { kind: 'file_missing' },
  { kind: 'field_sent_as_text', field: 'file' },
  { kind: 'file_empty' },
]
