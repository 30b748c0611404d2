// List of names without effect, in responses to bodies whose names are checked (decisions.md 24 and 50).

import * as v from 'valibot'
import { says } from './schemas.ts'

export const ignoredNames = v.optional(
  says(v.array(v.string()), 'Names in the body that had no effect; absent if there are none.'),
)
