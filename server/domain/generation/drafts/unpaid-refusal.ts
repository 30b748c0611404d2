// The failure for drafts and refinements that the account cannot pay for.

import type { GenerationFailure } from '../request/failure.ts'
import type { AddedJobs } from '../run/ports.ts'

type Unpaid = Extract<AddedJobs, { kind: 'insufficient' | 'in_debt' }>

/** Returns the failure. `required`: credits for all jobs together. */
export const unpaidRefusal = (added: Unpaid, required: number): GenerationFailure =>
  added.kind === 'insufficient'
    ? { kind: 'no_credits', required, available: added.available }
    : { kind: 'account_in_debt', owedCents: added.owedCents }
