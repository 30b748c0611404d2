// Refusals that many routes share.

import type { Failure } from '../refusals/failure.ts'
import { maxJsonBytes } from '../requests/body.ts'
import { databaseAwaySentence } from '../responses/outage.ts'
import type { OtherRefusal } from './contract.ts'

/** Refusal of an oversized body by every route that reads JSON. */
export const jsonTooLarge = { kind: 'body_too_large', limitBytes: maxJsonBytes } as const

/** Refusals of every route that stores the file of the field `file`, in addition to those of its form. */
export const fileRefusals: readonly Failure[] = [
  { kind: 'file_missing' },
  { kind: 'field_sent_as_text', field: 'file' },
  { kind: 'file_empty' },
]

/** Refusal of every route that uses the database. */
export const databaseAway: OtherRefusal = {
  name: 'database_away',
  status: 503,
  body: { error: databaseAwaySentence },
  waits: true,
}
