// The progress of a generation.

export const jobStages = [
  'enhancing',
  'generating',
  'downloading',
  'repairing',
  'measuring',
] as const

export type JobStage = (typeof jobStages)[number]

/** Statuses of jobs that have not ended. */
export const liveStatuses = ['queued', 'running'] as const

export const jobStatuses = [...liveStatuses, 'done', 'error'] as const

export type LiveStatus = (typeof liveStatuses)[number]

export type JobStatus = (typeof jobStatuses)[number]
