// The order in which jobs are claimed, sliced and laid on plates.
import type { PrintJob } from './jobs/job.ts'

/** The most urgent job first. `id` decides between jobs that are otherwise equal, so that two readings agree. */
export const claimOrder = [
  { by: 'priority', descending: true },
  { by: 'dueAt', descending: false },
  { by: 'createdAt', descending: false },
  { by: 'plate', descending: false },
  { by: 'id', descending: false },
] as const satisfies readonly { readonly by: keyof PrintJob; readonly descending: boolean }[]
