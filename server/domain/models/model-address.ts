// The address of a model as sent by callers: the location of its bytes, and the unit of its numbers (decisions.md 62).
// Example: `gs://bucket/models/HASH.stl#units=in`. Without `#units`, the unit is the format's default, or the unit that
// an upload stated before addresses had units.

import { fail, ok, type Result } from '../base/result.ts'
import type { ModelFailure } from './failure.ts'
import { type LengthUnit, lengthUnits } from './format.ts'

export type ModelAddress = {
  /** Without `#units`, trimmed. */
  readonly uri: string
  /** null = the address states no unit. */
  readonly units: LengthUnit | null
}

export type AddressFailure = Extract<ModelFailure, { kind: 'units_unknown' }>

const marker = '#units='

/** Reads a `gs://` address or a link. Other fragments remain part of the address. */
export function readModelAddress(address: string): Result<ModelAddress, AddressFailure> {
  const text = address.trim()
  const at = text.lastIndexOf(marker)
  if (at < 0) return ok({ uri: text, units: null })
  const word = text.slice(at + marker.length)
  const units = lengthUnits.find((unit) => unit === word)
  if (units === undefined) return fail({ kind: 'units_unknown' })
  return ok({ uri: text.slice(0, at), units })
}

export const modelAddress = ({ uri, units }: ModelAddress): string =>
  units === null ? uri : `${uri}${marker}${units}`
