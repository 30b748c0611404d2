// Refusals that many routes have in common.

import type { Failure } from '../refusals/failure.ts'
import { maxJsonBytes } from '../requests/body.ts'
import { databaseAwaySentence } from '../responses/outage.ts'
import type { OtherRefusal } from './contract.ts'

/** The refusal of a larger body by every route that reads JSON. */
export const jsonTooLarge = { kind: 'body_too_large', limitBytes: maxJsonBytes } as const

/** Every route that stores the file of the field `file` has these, in addition to those of its form. */
export const fileRefusals: readonly Failure[] = [
  { kind: 'file_missing' },
  { kind: 'field_sent_as_text', field: 'file' },
  { kind: 'file_empty' },
]

/** Every route that uses the database has it. */
export const databaseAway: OtherRefusal = {
  name: 'database_away',
  status: 503,
  body: { error: databaseAwaySentence },
  waits: true,
}
