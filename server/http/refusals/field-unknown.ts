// The refusal of a misspelled name, for every endpoint that checks names (decisions.md 24 and 50).

import type { FieldUnknown } from '../../domain/base/field-names.ts'
import { quoteForeign } from '../../domain/base/text.ts'

export const fieldUnknownRefusal = ({ field, place, meant }: FieldUnknown) =>
  [
    400,
    `Unknown field ${quoteForeign(field)}${place === undefined ? '' : ` in ${place}`}. Did you mean ${meant.join(' or ')}?`,
  ] as const
