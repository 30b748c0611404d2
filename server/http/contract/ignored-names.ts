// The list of names that mean nothing, in responses to bodies whose names are checked (decisions.md 24 and 50).

import * as v from 'valibot'
import { says } from './schemas.ts'

export const ignoredNames = v.optional(
  says(
    v.array(v.string()),
    'Names in the body that mean nothing here and changed nothing; absent when there are none.',
  ),
)
