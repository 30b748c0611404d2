// Printability verdict as agents see it, for generated models and for checked files.

import * as v from 'valibot'
import { printStatuses } from '../../server/domain/measurement/processing.ts'

export const printStatusWord = v.pipe(
  v.picklist(printStatuses),
  v.description(
    'ready: nothing needs fixing; supports: prints with supports; repaired: prints after the repairs made; needs-redesign: cannot be printed as it is.',
  ),
)
