// Failures of counted spools. The texts are in server/http/refusals/spools.ts.
import type { WrongWeight } from './spool.ts'

export type SpoolFailure =
  | { readonly kind: 'spool_not_found' }
  /** Another operator changed the spool after this operator opened the page. */
  | { readonly kind: 'spool_changed' }
  /** An empty spool can only be weighed. */
  | { readonly kind: 'spool_empty' }
  | ({ readonly kind: 'spool_weight_wrong' } & WrongWeight)
