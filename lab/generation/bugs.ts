// Bugs that the simulation must find: each breaks one rule of generation in a copy of the sources.
import type { Bug } from '../simulation/bugs.ts'

export const bugs: readonly Bug[] = [
  {
    name: 'a failed job is not refunded',
    file: 'server/db/generation/finish-generation-job.ts',
    search: 'if (credits !== null) await refundCredits',
    replace: 'if (credits === 0) await refundCredits',
  },
]
