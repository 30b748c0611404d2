// The order in which jobs are claimed, sliced and placed on plates.
import type { PrintJob } from '../jobs/job.ts'

/** Most urgent job first. `id` breaks ties, so that repeated queries return the same order. */
export const claimOrder = [
  { by: 'priority', descending: true },
  { by: 'dueAt', descending: false },
  { by: 'createdAt', descending: false },
  { by: 'plate', descending: false },
  { by: 'id', descending: false },
] as const satisfies readonly { readonly by: keyof PrintJob; readonly descending: boolean }[]
