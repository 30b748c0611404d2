// Jobs that have not ended.
import type { JobStatus } from '../../domain/generation/run/job.ts'

export const liveStatuses = ['queued', 'running'] as const satisfies readonly JobStatus[]
