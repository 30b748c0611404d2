// Refusals that many routes have in common.
import { maxJsonBytes } from '../requests/body.ts'
import type { Failure } from '../responses/failure.ts'

export const jsonTooLarge = { kind: 'body_too_large', limitBytes: maxJsonBytes } as const

/** Of every route that reads JSON. */
export const jsonRefusals: readonly Failure[] = [{ kind: 'invalid_json' }, jsonTooLarge]
